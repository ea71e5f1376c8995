// Play together page: the session code in large type, the devices in the session, and the actions.

import { hasDefaultName } from '../../persisted/players.ts';
import type { ListedDevice } from '../../../wire/relay/state.ts';
import { deviceName } from '../../online/device-names.ts';
import type { SessionView } from '../../online/online.ts';
import { EMPTY_HOST_CODE } from './code-entry.ts';
import { ask } from '../navigation.setup.ts';
import { withFirstFocus, type NavigationContext, type Row, type Rows } from '../navigation.ts';
import { listOf, type DeviceView, type PageEntry } from '../page-entry.ts';
import { createPage, footer, header, type Page, type PageView } from '../../ui/page.ts';
import { listRows } from '../../ui/list.ts';
import { textWidth, wrapped } from '../../ui/text-width.ts';
import { COLOR, MARGIN, SIZE, WIDTH, seatColor } from '../../ui/theme.ts';

const TOP = 50;
const ROSTER_X = 214;
const LINE = 17;
const CODE_WIDTH = 164;

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
  const rows_top = session.role === 'off' ? offHead(page, session) : sessionHead(page, session);
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
  return refusal ? lines(page, [refusal]) : TOP - 3;
}

function lines(page: Page, texts: readonly string[]): number {
  const drawn = texts.flatMap((text) => wrapped(text, SIZE.small, WIDTH - 2 * MARGIN - 8));
  drawn.forEach((line, i) => page.text(MARGIN + 4, TOP + 18 + i * 24, line, { size: SIZE.small }));
  texts.forEach((text) => page.say(text));
  return TOP + drawn.length * 24 + 10;
}

function sessionHead(page: Page, session: SessionView): number {
  const { code, role, host_name, devices } = session;
  page.rect(MARGIN, TOP, 188, 84, { fill: COLOR.panel, radius: 10 });
  const caption = role === 'host' ? 'Join code' : `Host: ${host_name}`;
  page.text(MARGIN + 12, TOP + 22, caption, { size: SIZE.small, color: COLOR.muted, width: 164 });
  const spaced = code === '' ? '…' : `${code.slice(0, 3)} ${code.slice(3)}`;
  const size = Math.min(SIZE.huge - 6, ((SIZE.huge - 6) * CODE_WIDTH) / textWidth(spaced, SIZE.huge - 6));
  page.text(MARGIN + 12, TOP + 66, spaced, { size, color: COLOR.accent });
  page.say(`Code: ${code || 'not known yet'}`);
  if (role === 'guest') page.say(caption);
  devices.forEach((device, i) => deviceLine(page, session, device, i));
  if (devices.length === 0) page.text(ROSTER_X, TOP + 20, 'No devices yet.', { size: SIZE.small, color: COLOR.muted });
  return problemLine(page, session.problem);
}

/** Draws a device of the session: seat colour, name, players, and whether it follows. */
function deviceLine(page: Page, session: SessionView, device: ListedDevice, i: number): void {
  const y = TOP + 15 + i * LINE;
  const nameless = device.players.length === 1 && device.players.every(({ n }) => hasDefaultName(n));
  const names = nameless ? '' : device.players.map(({ n }) => n).join(', ');
  const marks = [
    device.host ? 'host' : device.fol === false ? 'on its own' : 'follows',
    ...(device.name === session.label ? ['you'] : []),
  ];
  page.dot(ROSTER_X + 5, y - 5, 4.5, seatColor(i));
  const text = `${deviceName(session, device.host ? '' : device.name)} (${marks.join(', ')})${names && `: ${names}`}`;
  page.text(ROSTER_X + 16, y, text, { size: SIZE.tiny, width: WIDTH - MARGIN - ROSTER_X - 16 });
  page.say(text);
}

function problemLine(page: Page, problem: string): number {
  const bottom = TOP + 92;
  if (!problem) return bottom;
  page.icon('warn', MARGIN, bottom, 20, COLOR.accent);
  page.text(MARGIN + 28, bottom + 16, problem, {
    size: SIZE.tiny,
    color: COLOR.accent,
    width: WIDTH - 2 * MARGIN - 28,
  });
  page.say(`Trouble: ${problem}`);
  return bottom + 26;
}
