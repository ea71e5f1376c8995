// Settings > Manage extensions, and the page that confirms a removal or explains why an extension stays.

import { INSTALLED_MAX } from '../../../wire/limits.ts';
import { removedText } from '../../persisted/extensions.ts';
import type { UpdateView } from '../../extension/update.ts';
import { SHARE_CODE } from '../together/code-entry.ts';
import { ask, note } from '../navigation.setup.ts';
import { withFirstFocus, type NavigationContext, type Row, type Rows } from '../navigation.ts';
import { listOf, type DeviceView, type PageEntry } from '../page-entry.ts';
import { drawQuestion } from '../question-page.ts';
import { createPage, drawParagraph, footer, header, HEADER_HEIGHT, type Page, type PageView } from '../../ui/page.ts';
import { listRows, topOfRowsBelow } from '../../ui/list.ts';
import { COLOR, MARGIN } from '../../ui/theme.ts';

const LINES_MAX = 3;

const NO_STORE = { type: 'device.note', text: 'No store: start this device with a cloud.' } as const;

const extensionsRows: Rows = ({ persisted: { installed }, update: { has_store, action } }) => {
  const slots = `${installed.length} of ${INSTALLED_MAX}`;
  return [
    { label: 'Check for updates', value: action, ok: has_store ? { type: 'update.check' } : NO_STORE },
    { label: 'Install with a code', value: slots, ok: has_store ? { type: 'open.installing' } : NO_STORE },
    ...installed.map(({ code, name, version, default: by_default }): Row => ({
      label: name,
      icon: 'extension',
      value: `version ${version}${by_default ? ', default' : ''}`,
      ok: { type: 'open.removing', code },
    })),
  ];
};

export const extensionsPage: PageEntry = {
  name: 'extensions',
  tags: ['says-alarm'],
  rows: extensionsRows,
  state: {
    on: {
      'open.installing': { target: 'installing', actions: { type: 'take', params: { code_entry: SHARE_CODE } } },
      'open.removing': {
        target: 'removing',
        actions: {
          type: 'take',
          params: ({ context, event }) => ({ code: event.code, ...withFirstFocus(context, 'removing') }),
        },
      },
      'key.back': 'settings',
    },
  },
  draw,
};

const installedAs = ({ deviceState, code }: NavigationContext) =>
  deviceState().persisted.installed.find((each) => each.code === code);

/** Returns no rows for a default extension, which stays (R110): its page only says why. */
const removingRows: Rows = ({ navigation }) => {
  const { code } = navigation;
  return installedAs(navigation)?.default
    ? []
    : [
        { label: 'Keep it', ok: { type: 'open.extensions' } },
        { label: 'Remove it', ok: { type: 'page.remove-extension', code } },
      ];
};

export const removingPage: PageEntry = {
  name: 'removing',
  tags: ['watches'],
  rows: removingRows,
  state: {
    always: { guard: ({ context }) => installedAs(context) === undefined, target: 'extensions' },
    on: {
      'open.extensions': 'extensions',
      'page.remove-extension': {
        target: 'extensions',
        actions: [
          {
            type: 'ask',
            params: ({ context, event }) => note(removedText(context.deviceState().persisted, event.code)).params,
          },
          {
            type: 'ask',
            params: ({ event: { code } }) => ask({ type: 'device.change', change: { kind: 'uninstall', code } }).params,
          },
        ],
      },
      'key.ok': [
        { guard: ({ context }) => installedAs(context)?.default ?? false, target: 'extensions' },
        { actions: { type: 'pressRow', params: { page: 'removing', rows: removingRows, key: 'ok' } } },
      ],
      'key.back': 'extensions',
    },
  },
  draw: drawRemoving,
};

function draw(view: DeviceView): PageView {
  const page = createPage();
  header(page, 'Manage extensions');
  const top = news(page, view.update);
  const { rows, focus } = listOf(view, 'extensions', extensionsRows);
  listRows(page, rows, focus, top);
  footer(page, `↑ ↓ move · OK: ${focus < 2 ? 'choose' : 'remove'} · Back`);
  return page.view();
}

/** Draws the result of the latest update run, failures first, and returns the top of the list below it. */
function news(page: Page, { failures, done }: UpdateView): number {
  const messages = failures.length > 0 ? failures : done;
  for (const sentence of messages) page.say(failures.length > 0 ? `Problem: ${sentence}` : sentence);
  if (messages.length === 0) return HEADER_HEIGHT + 5;
  const failed = failures.length > 0;
  const left = MARGIN + (failed ? 34 : 4);
  if (failed) page.icon('warn', MARGIN + 4, HEADER_HEIGHT + 6, 22, COLOR.accent);
  const color = failed ? COLOR.text : COLOR.muted;
  const next = drawParagraph(page, messages.join(' '), HEADER_HEIGHT + 24, { left, color, lines_max: LINES_MAX });
  return topOfRowsBelow(next - 14);
}

function drawRemoving(view: DeviceView): PageView {
  const { navigation } = view;
  const found = installedAs(navigation);
  const list = listOf(view, 'removing', removingRows);
  if (found?.default)
    return drawQuestion({
      header: found.name,
      title: 'Cannot be removed',
      paragraphs: ['The store installs it on every device. You can remove it once it is optional.'],
      hints: 'OK or Back: list',
    });
  return drawQuestion({
    header: found?.name ?? '',
    icon: 'extension',
    title: 'Remove this extension?',
    paragraphs: [`Its settings, data and trend are kept. Install code ${navigation.code} to restore it.`],
    ...list,
  });
}
