// Play together page: the session code in large type, the devices in the session, and the actions.

import { hasDefaultName } from '../../persisted/players.ts';
import type { ListedDevice } from '../../../wire/relay/state.ts';
import { deviceName } from '../../online/device-names.ts';
import type { SessionView } from '../../online/online.ts';
import { hostText } from './host-text.ts';
import { EMPTY_HOST_CODE } from './code-entry.ts';
import { ask } from '../navigation.setup.ts';
import { withFirstFocus, type NavigationContext, type Row, type Rows } from '../navigation.ts';
import { listOf, type DeviceView, type PageEntry } from '../page-entry.ts';
import {
  HEADER_HEIGHT,
  LINE_HEIGHT,
  createPage,
  drawParagraph,
  footer,
  header,
  type Page,
  type PageView,
} from '../../ui/page.ts';
import { listRows, topOfRowsBelow } from '../../ui/list.ts';
import { fitted, textWidth } from '../../ui/text-width.ts';
import { COLOR, MARGIN, SIZE, WIDTH, seatColor } from '../../ui/theme.ts';

const HEAD = { top: 45, height: 65, roster_y: 132, bottom: 161 } as const;

const togetherRows: Rows = ({ session, persisted }) => {
  if (session.ready === 'unenrolled') return [];
  if (session.role === 'host') return HOST_ROWS;
  if (session.role === 'guest') return guestRows(session);
  return session.checking ? [STOP_ASKING, ...offRows(persisted.online.recent)] : offRows(persisted.online.recent);
};

const HOST_ROWS: readonly Row[] = [
  { label: 'Choose a game', ok: { type: 'open.menu' } },
  { label: 'New code', ok: { type: 'open.renewing' } },
  { label: 'Stop hosting', ok: { type: 'host.stop' } },
];

function guestRows({ fol }: SessionView): readonly Row[] {
  const turn = { type: 'guest.follow', fol: !fol, again: !fol } as const;
  return [
    { label: 'Follow the host', value: fol ? 'yes' : 'no', ok: turn, left: turn, right: turn },
    { label: 'Leave the session', ok: { type: 'guest.leave' } },
  ];
}

const STOP_ASKING: Row = { label: 'Cancel', ok: { type: 'guest.leave' } };

const offRows = (recent: readonly string[]): readonly Row[] => [
  { label: 'Host a session', ok: { type: 'online.host' } },
  { label: 'Join with a code', ok: { type: 'open.joining' } },
  ...recent.map((code): Row => ({ label: `Join ${code} again`, ok: { type: 'online.join', code } })),
];

/** Leaving the page cancels a join attempt, so that the device does not become a guest later. */
export const stopsAsking = {
  guard: ({ context }: { context: NavigationContext }) => context.deviceState().session.checking,
  actions: ask({ type: 'guest.leave' }),
} as const;

const dismiss = ask({ type: 'online.dismiss' });

export const togetherPage: PageEntry = {
  name: 'together',
  rows: togetherRows,
  state: {
    on: {
      'key.back': [
        { ...stopsAsking, target: 'menu' },
        { target: 'menu', actions: dismiss },
      ],
      'open.menu': 'menu',
      'open.renewing': {
        target: 'renewing',
        actions: {
          type: 'take',
          params: ({ context }) => withFirstFocus(context, 'renewing'),
        },
      },
      'open.joining': {
        target: 'joining',
        actions: [dismiss, { type: 'take', params: { code_entry: EMPTY_HOST_CODE } }],
      },
    },
  },
  draw,
};

function draw(view: DeviceView): PageView {
  const { session } = view;
  const { rows, focus } = listOf(view, 'together', togetherRows);
  const page = createPage();
  header(page, TITLE[session.role]);
  const rows_top = session.role === 'off' ? offHead(page, session) : sessionHead(page, view);
  listRows(page, rows, focus, rows_top);
  footer(page, session.ready === 'unenrolled' ? 'Back' : '↑ ↓ move · OK: choose · Back');
  return page.view();
}

const TITLE: Readonly<Record<SessionView['role'], string>> = {
  off: 'Play together',
  host: 'Hosting a session',
  guest: 'In a session',
};

/** Returns the text shown while a code is tried, with the reason if the cloud is unreachable. */
export const checkingText = ({ problem }: SessionView): string => `Joining the session … ${problem}`.trim();

const UNENROLLED = ['Not enrolled in a cloud yet.', 'Use tapin run, or start with --cloud and --identity.'];

/** Draws the text above the rows while no session is active, and returns the top of the rows. */
function offHead(page: Page, session: SessionView): number {
  const { ready, checking, refusal } = session;
  if (ready === 'unenrolled') return lines(page, UNENROLLED);
  if (ready === 'syncing') return lines(page, ['Waiting for the clock to sync.']);
  if (checking) return lines(page, [checkingText(session)]);
  return refusal ? lines(page, [refusal]) : HEADER_HEIGHT + 5;
}

function lines(page: Page, texts: readonly string[]): number {
  let y = HEADER_HEIGHT + 28;
  for (const text of texts) {
    y = drawParagraph(page, text, y, { color: COLOR.text });
    page.say(text);
  }
  return topOfRowsBelow(y - 14);
}

/** Draws the code in large type, the devices of the session and what is played. Returns the top of the rows. */
function sessionHead(page: Page, view: DeviceView): number {
  const { session } = view;
  const { code, devices, problem } = session;
  page.rect(MARGIN, HEAD.top, WIDTH - 2 * MARGIN, HEAD.height, { fill: COLOR.panel, radius: 10 });
  const spaced = code === '' ? '…' : `${code.slice(0, 3)} ${code.slice(3)}`;
  const right = WIDTH - MARGIN - 14;
  page.text(right, HEAD.top + 49, spaced, { size: SIZE.huge, color: COLOR.accent, align: 'right' });
  const caption = session.role === 'host' ? ['Join', 'code'] : ['Host', session.host_name];
  const width = right - textWidth(spaced, SIZE.huge) - MARGIN - 24;
  caption.forEach((line, i) =>
    page.text(MARGIN + 14, HEAD.top + 27 + i * LINE_HEIGHT, line, { size: SIZE.small, color: COLOR.muted, width }),
  );
  page.say(`Code: ${code || 'not known yet'}`);
  if (session.role === 'guest') page.say(`Host: ${session.host_name}`);
  devices.forEach((device, i) => deviceLine(page, session, device, i));
  if (devices.length === 0) drawParagraph(page, 'No devices yet.', HEAD.roster_y);
  if (problem) return problemLine(page, problem);
  const host = hostText(view);
  if (!host) return topOfRowsBelow(HEAD.bottom);
  page.say(host);
  return topOfRowsBelow(drawParagraph(page, host, HEAD.bottom + 16, { color: COLOR.text, lines_max: 1 }) - 14);
}

/** Draws a device of the session in its colour: the players' names, or else the device's name. */
function deviceLine(page: Page, session: SessionView, device: ListedDevice, i: number): void {
  const columns = session.devices.length > 4 ? 3 : 2;
  const width = (WIDTH - 2 * MARGIN) / columns;
  const [x, y] = [MARGIN + (i % columns) * width, HEAD.roster_y + Math.floor(i / columns) * LINE_HEIGHT];
  const nameless = device.players.length === 1 && device.players.every(({ n }) => hasDefaultName(n));
  const names = nameless ? '' : device.players.map(({ n }) => n).join(', ');
  const role = device.host ? 'host' : device.fol === false ? 'on its own' : 'follows';
  const is_you = device.name === session.label;
  const name = deviceName(session, device.host ? '' : device.name);
  const mark = is_you ? ' (you)' : role === 'follows' ? '' : ` (${role})`;
  const room = width - 28 - textWidth(mark, SIZE.small);
  page.dot(x + 9, y - 6, 6, seatColor(i));
  page.text(x + 22, y, `${fitted(names || name, SIZE.small, room)}${mark}`, { size: SIZE.small });
  page.say(`${name} (${role}${is_you ? ', you' : ''})${names && `: ${names}`}`);
}

function problemLine(page: Page, problem: string): number {
  page.icon('warn', MARGIN + 2, HEAD.bottom, 20, COLOR.accent);
  page.say(`Trouble: ${problem}`);
  const next = drawParagraph(page, problem, HEAD.bottom + 16, { left: MARGIN + 30, color: COLOR.accent, lines_max: 2 });
  return topOfRowsBelow(next - 14);
}
