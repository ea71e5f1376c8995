// Status page: versions, identity, sensor link and counters, storage, and results of forwarded shots.

import { ownName } from '../../online/device-names.ts';
import { PROTOCOL_MAJOR, PROTOCOL_MINOR } from '../../../wire/limits.ts';
import type { DeviceView, PageEntry } from '../page-entry.ts';
import { HEADER_HEIGHT, createPage, footer, header, type Page, type PageView } from '../../ui/page.ts';
import { textWidth, wrapped } from '../../ui/text-width.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from '../../ui/theme.ts';

type Line = readonly [label: string, value: string];

const MINUTE_MS = 60_000;

export const statusPage: PageEntry = {
  name: 'status',
  state: { on: { 'key.back': 'menu', 'key.ok': 'menu' } },
  tags: ['says-storage'],
  draw,
  changesAfter_ms: (_view, now_ms) => (Math.floor(now_ms / MINUTE_MS) + 1) * MINUTE_MS,
};

function draw(device: DeviceView, now_ms: number): PageView {
  const page = createPage();
  header(page, 'Status');
  const half = WIDTH / 2;
  column(page, MARGIN, half - 6, deviceLines(device, now_ms));
  column(page, half + 6, WIDTH - MARGIN, counterLines(device));
  messages(page, device);
  footer(page, 'Back', { ok: true });
  return page.view();
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

const LINE_HEIGHT = 19;

function column(page: Page, left: number, right: number, lines: readonly Line[]): void {
  const top = HEADER_HEIGHT + 6;
  page.rect(left, top, right - left, lines.length * LINE_HEIGHT + 10, { fill: COLOR.panel, radius: 8 });
  lines.forEach(([label, value], i) => {
    const y = top + 20 + i * LINE_HEIGHT;
    page.text(left + 10, y, label, { size: SIZE.tiny + 1, color: COLOR.muted });
    page.text(right - 10, y, value, {
      size: SIZE.tiny + 1,
      align: 'right',
      width: right - left - 30 - textWidth(label, SIZE.tiny + 1),
    });
    page.say(`${label}: ${value}`);
  });
}

const MESSAGE_LINES = 4;

/** Draws all problems in full, or the start of each if space is short. */
function messages(page: Page, { sensor, storage_error, notes }: DeviceView): void {
  const refused = sensor.refusal && `Last refused: ${sensor.refusal}`;
  const sentences = [storage_error, sensor.detail, ...notes, refused].filter(Boolean);
  for (const sentence of sentences) page.say(sentence);
  const wrap = (sentence: string): readonly string[] => wrapped(sentence, SIZE.tiny, WIDTH - 2 * MARGIN - 8);
  const whole = sentences.flatMap(wrap);
  const lines = whole.length <= MESSAGE_LINES ? whole : shortened(sentences.map(wrap));
  lines.forEach((line, i) => page.text(MARGIN + 4, 243 + 16 * i, line, { size: SIZE.tiny, color: COLOR.text }));
}

/** Shortens each sentence to one line. */
function shortened(sentences: readonly (readonly string[])[]): readonly string[] {
  const lines = sentences.map(([first = '', ...rest]) => (rest.length === 0 ? first : `${first} …`));
  if (lines.length <= MESSAGE_LINES) return lines;
  return [...lines.slice(0, MESSAGE_LINES - 1), `${lines.length - MESSAGE_LINES + 1} more: see the log.`];
}

function storageText({ storage_error, notes }: DeviceView): string {
  if (storage_error) return 'not saving';
  return notes.length > 0 ? 'damage found' : 'ok';
}

function uptimeText(now_ms: number): string {
  const minutes = Math.floor(now_ms / 60_000);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
