// Settings > Firmware: the running version, the available one, and the update mode; and the page shown during
// installation.

import { FIRMWARE_MODES, type FirmwareMode } from '../../persisted/firmware.ts';
import type { FirmwareView } from '../../images/policy.ts';
import type { Row, Rows } from '../navigation.ts';
import { listOf, type DeviceView, type PageEntry } from '../page-entry.ts';
import {
  createPage,
  drawParagraph,
  footer,
  header,
  HEADER_HEIGHT,
  LINE_HEIGHT,
  type Page,
  type PageView,
} from '../../ui/page.ts';
import { listRows, topOfRows } from '../../ui/list.ts';
import { COLOR, SIZE, WIDTH } from '../../ui/theme.ts';

/** Top of the list: three rows leave room for the messages. */
const LIST_TOP = topOfRows(3);

const NAMES: Readonly<Record<FirmwareMode, string>> = {
  always: 'Always update',
  ask: 'Ask player',
  disabled: 'Disabled',
};

/** Returns the rows. Each mode has its own row, since picking the current mode restarts the attempts (R142). */
const firmwareRows: Rows = ({ persisted, firmware: { pending, offer, step, percent } }) => {
  const modes = FIRMWARE_MODES.map((mode): Row => ({
    label: NAMES[mode],
    value: persisted.firmware.mode === mode ? 'chosen' : '',
    ok: { type: 'firmware.pick', mode },
  }));
  if (!pending) return modes;
  const label = `Install ${offer?.version ?? ''}`;
  // The row stays while the update runs, so that a second OK does not trigger another row.
  if (step !== '') return [{ label, value: step === 'downloading' ? `${percent} %` : 'waiting' }, ...modes];
  return [
    { label, value: 'restarts', ok: { type: 'firmware.install' } },
    { label: 'Later', ok: { type: 'open.menu' } },
    ...modes,
  ];
};

/** Returns the summary for the settings list. */
export function firmwareValue({ version, offer, blocked }: FirmwareView): string {
  if (blocked) return `${version}, update blocked`;
  return offer ? `${version}, new: ${offer.version}` : version;
}

export const firmwarePage: PageEntry = {
  name: 'firmware',
  rows: firmwareRows,
  state: { on: { 'open.menu': 'menu', 'key.back': 'settings' } },
  draw,
};

function draw(view: DeviceView): PageView {
  const page = createPage();
  const { firmware } = view;
  const { rows, focus } = listOf(view, 'firmware', firmwareRows);
  header(page, 'Firmware', { right: firmware.version });
  drawMessages(page, firmware);
  listRows(page, rows, focus, LIST_TOP);
  footer(page, '↑ ↓ move · OK: choose · Back');
  return page.view();
}

const LINES_MAX = 5;

/** Draws the messages, then the release notes, as far as they fit. */
function drawMessages(page: Page, { messages, offer, step, percent, blocked }: FirmwareView): void {
  const notes = offer && !blocked ? offer.notes : '';
  const texts = [...messages, STEP_TEXT[step](percent)].filter(Boolean);
  let y = HEADER_HEIGHT + 24;
  const room = (): number => LINES_MAX - Math.round((y - HEADER_HEIGHT - 24) / LINE_HEIGHT);
  for (const text of [...texts, notes].filter(Boolean)) {
    page.say(text);
    if (room() > 0)
      y = drawParagraph(page, text, y, { color: text === notes ? COLOR.muted : COLOR.text, lines_max: room() });
  }
}

const STEP_TEXT: Readonly<Record<FirmwareView['step'], (percent: number) => string>> = {
  '': () => '',
  checking: () => 'Checking …',
  downloading: (percent) => `Downloading: ${percent} %`,
  waiting: () => 'Downloaded. Installs when play ends.',
  installing: () => 'Installing …',
  restarting: () => 'Restarting …',
};

/** Returns the page that covers all other pages during installation. */
export function installingFirmwarePage({ offer, step }: FirmwareView): PageView {
  const page = createPage();
  header(page, 'Firmware', { back: false });
  const title = step === 'restarting' ? 'Restarting' : `Installing ${offer?.version ?? ''}`;
  page.icon('wait', WIDTH / 2 - 24, 84, 48, COLOR.accent);
  page.text(WIDTH / 2, 172, title, { size: SIZE.title, align: 'center' });
  page.text(WIDTH / 2, 202, KEEP_ON, { size: SIZE.small, color: COLOR.muted, align: 'center' });
  page.say(title);
  page.say(KEEP_ON);
  return page.view();
}

const KEEP_ON = 'The device restarts. Leave it on.';
