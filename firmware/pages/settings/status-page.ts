// Status page: versions, identity, sensor link and counters, storage, results of forwarded shots, and a QR code for a
// phone.

import { ownName } from '../../online/device-names.ts';
import { PROTOCOL_MAJOR, PROTOCOL_MINOR } from '../../../wire/limits.ts';
import { withFirstFocus, type NavigationContext } from '../navigation.ts';
import { turnView } from '../rows.ts';
import type { DeviceView, PageEntry } from '../page-entry.ts';
import { HEADER_HEIGHT, createPage, drawParagraph, footer, header, type Page, type PageView } from '../../ui/page.ts';
import { touchHalves } from '../../ui/chart.ts';
import { textWidth, wrapped } from '../../ui/text-width.ts';
import { COLOR, HEIGHT, MARGIN, SIZE, WIDTH } from '../../ui/theme.ts';

type Line = readonly [label: string, value: string];

const MINUTE_MS = 60_000;

/** Whether the page shows the code for a phone. */
const showsCode = ({ context: { plot, deviceState } }: { readonly context: NavigationContext }): boolean =>
  VIEWS[plot % VIEWS.length] === 'phone' && deviceState().web_address !== null;

export const statusPage: PageEntry = {
  name: 'status',
  state: {
    on: {
      'key.back': 'menu',
      'key.ok': [
        {
          guard: showsCode,
          target: 'relinking',
          actions: { type: 'take', params: ({ context }) => withFirstFocus(context, 'relinking') },
        },
        { target: 'menu' },
      ],
      'key.left': { actions: turnView(-1, () => VIEWS.length) },
      'key.right': { actions: turnView(1, () => VIEWS.length) },
    },
  },
  tags: ['says-storage'],
  draw,
  changesAfter_ms: (_view, now_ms) => (Math.floor(now_ms / MINUTE_MS) + 1) * MINUTE_MS,
};

/** Views of the page, one after another with left and right. */
const VIEWS = ['device', 'sensor', 'messages', 'phone'] as const;

function draw(device: DeviceView, now_ms: number): PageView {
  const page = createPage();
  const at = device.navigation.plot % VIEWS.length;
  header(page, 'Status', { right: VIEWS[at] ?? '', said: false });
  drawLines(page, deviceLines(device, now_ms), VIEWS[at] === 'device');
  drawLines(page, counterLines(device), VIEWS[at] === 'sensor');
  const sentences = messagesOf(device);
  for (const sentence of sentences) page.say(sentence);
  for (const line of phoneLines(device)) page.say(line);
  if (VIEWS[at] === 'phone') drawPhone(page, device);
  else if (VIEWS[at] === 'messages') drawMessages(page, sentences, HEADER_HEIGHT + 28, MESSAGE_LINES_MAX);
  else drawMessages(page, sentences, BELOW_LINES, 2);
  touchHalves(page, { top: HEADER_HEIGHT, height: HEIGHT - HEADER_HEIGHT - 32 });
  const ok = VIEWS[at] === 'phone' && device.web_address !== null ? ' · OK: new link' : '';
  footer(page, `← → view ${at + 1} of ${VIEWS.length}${ok} · Back`, { ok: true });
  return { ...page.view(), ...(VIEWS[at] === 'phone' ? { secret: true } : {}) };
}

function deviceLines(device: DeviceView, now_ms: number): readonly Line[] {
  const { persisted, sensor } = device;
  const writes = device.writes();
  const board = sensor.board;
  return [
    ['Name', ownName(persisted, device.session)],
    ['Device', persisted.id],
    ['Firmware', `${device.image.version}, protocol ${PROTOCOL_MAJOR}.${PROTOCOL_MINOR}`],
    ['Board', board ? `${board.serial} r${board.hardware}` : 'none'],
    ['Board firmware', board ? board.firmware : 'none'],
    ['Up', uptimeText(now_ms)],
    ['Storage', `${storageText(device)}, ${writes} ${writes === 1 ? 'write' : 'writes'}`],
    ['Network', device.networked ? 'joined' : 'none'],
    [
      'Shots go to',
      persisted.forwarding.address === '' ? 'none' : `${persisted.forwarding.address}:${persisted.forwarding.port}`,
    ],
  ];
}

function counterLines({ sensor, forwarding }: DeviceView): readonly Line[] {
  const { counters } = sensor;
  const { sent, failed, dropped } = forwarding.counts;
  return [
    ['Sensor', sensor.link],
    ['Strikes', String(counters.strikes)],
    ['Backstrokes', String(counters.backstrokes)],
    ['Implausible', String(counters.implausible)],
    ['Duplicates', String(counters.duplicates)],
    ['Frames dropped', String(counters.frames_dropped)],
    ['Frames missed', String(counters.frames_missed)],
    ['Links lost', String(counters.links_lost)],
    ['Sent, failed, dropped', `${sent}, ${failed}, ${dropped}`],
  ];
}

const [ROW, LINES_TOP] = [21, HEADER_HEIGHT + 5];
const LINES_MAX = 9;

/** Draws the lines of a view; the page text contains the lines of all views. */
function drawLines(page: Page, lines: readonly Line[], shown: boolean): void {
  const [left, right] = [MARGIN, WIDTH - MARGIN];
  if (shown) page.rect(left, LINES_TOP, right - left, LINES_MAX * ROW + 8, { fill: COLOR.panel, radius: 8 });
  lines.forEach(([label, value], i) => {
    page.say(`${label}: ${value}`);
    if (!shown) return;
    const y = LINES_TOP + 20 + i * ROW;
    const width = right - left - 40 - textWidth(label, SIZE.small);
    page.text(left + 12, y, label, { size: SIZE.small, color: COLOR.muted });
    page.text(right - 12, y, value, { size: SIZE.small, align: 'right', width });
  });
}

const BELOW_LINES = LINES_TOP + LINES_MAX * ROW + 28;
const MESSAGE_LINES_MAX = 10;

/** Returns all problems, one sentence each. */
function messagesOf({ sensor, storage_error, board_problem, notes }: DeviceView): readonly string[] {
  const refused = sensor.refusal && `Last refused: ${sensor.refusal}`;
  return [storage_error, board_problem, sensor.detail, ...notes, refused].filter(Boolean);
}

/** Draws the sentences in full, or the start of each if they do not all fit. */
function drawMessages(page: Page, sentences: readonly string[], top: number, lines_max: number): void {
  const fit =
    sentences.length <= lines_max ? sentences : [...sentences.slice(0, lines_max - 1), moreText(sentences, lines_max)];
  const share = Math.floor(lines_max / Math.max(1, fit.length));
  let y = top;
  for (const sentence of fit) y = drawParagraph(page, sentence, y, { color: COLOR.text, lines_max: share });
}

const moreText = ({ length }: readonly string[], lines_max: number): string => {
  const more = length - lines_max + 1;
  return lines_max > 2 ? `${more} more: see the log.` : `${more} more: see the messages with ← →.`;
};

const [CODE_LEFT, CODE_TOP, CODE_SIDE] = [MARGIN, HEADER_HEIGHT + 4, 222];

/** Draws the code that a phone scans, or how to allow one. */
function drawPhone(page: Page, device: DeviceView): void {
  const link = device.webLink();
  const lines = phoneLines(device);
  if (link === null) return drawMessages(page, lines, HEADER_HEIGHT + 28, MESSAGE_LINES_MAX);
  page.qr(CODE_LEFT, CODE_TOP, CODE_SIDE, link);
  const left = CODE_LEFT + CODE_SIDE + 16;
  const width = WIDTH - MARGIN - left;
  let y = CODE_TOP + 24;
  for (const step of PHONE_STEPS)
    for (const line of wrapped(step, SIZE.body, width)) {
      page.text(left, y, line, { size: SIZE.body, width });
      y += 28;
    }
  page.text(CODE_LEFT, CODE_TOP + CODE_SIDE + 20, `${device.web_address} by its code only`, {
    color: COLOR.muted,
    size: SIZE.small,
    width: WIDTH - 2 * MARGIN,
  });
}

const PHONE_STEPS = ['Your phone can be the screen.', 'Join the same network.', 'Then scan the code.'];

/** Returns the page text; the token is only in the code. */
const phoneLines = ({ web_address }: DeviceView): readonly string[] =>
  web_address === null ? NO_PHONE : [`Page for a phone: ${web_address}`];

const NO_PHONE = ['No phone can open this page.', 'Join a network, and start tapin with --host 0.0.0.0.'];

function storageText({ storage_error, notes }: DeviceView): string {
  if (storage_error) return 'not saving';
  return notes.length > 0 ? 'damage found' : 'ok';
}

function uptimeText(now_ms: number): string {
  const minutes = Math.floor(now_ms / 60_000);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
