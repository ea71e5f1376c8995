// Page for playing on a golf simulator: link state, player data from the simulator, status of the last shot, and the
// possible inputs.

import { experience } from '../../experiences/registry.ts';
import { simulatorRows } from './simulator-rows.ts';
import { withFirstFocus } from '../navigation.ts';
import { listOf, type DeviceView } from '../page-entry.ts';
import { playPage } from '../play/play-page.ts';
import { presetOf } from '../../simulator/address.ts';
import type { ShotStatus, LastShot, LinkView } from '../../simulator/link.ts';
import type { SimulatorView } from '../../simulator/simulator.ts';
import { angleValue, speedUnit, speedValue, type Units } from '../../units.ts';
import type { IconName } from '../../ui/icons.ts';
import { HEADER_HEIGHT, createPage, drawParagraph, footer, header, type Page, type PageView } from '../../ui/page.ts';
import { listRows, topOfRowsBelow } from '../../ui/list.ts';
import { textWidth } from '../../ui/text-width.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from '../../ui/theme.ts';

const TOP = HEADER_HEIGHT + 5;
const LINE = 22;
const HEAD_HEIGHT = 3 * LINE + 10;
const SHOT_TOP = TOP + HEAD_HEIGHT + 5;
/** Width of the left panel, which holds the longer texts. */
const LEFT_WIDTH = 264;

type Line = readonly [label: string, value: string];

const SECOND_MS = 1000;

/**
 * The simulator stays connected while other pages are open, until the player selects another experience or disconnects.
 */
export const simulatorPage = playPage({
  name: 'simulator',
  shows: ['simulator'],
  tags: ['busy'],
  rows: simulatorRows,
  state: {
    on: {
      'key.back': 'setup',
      'play.over': {
        target: 'setup',
        // The next OK starts play instead of disconnecting again.
        actions: [
          { type: 'take', params: ({ context }) => withFirstFocus(context, 'simulator') },
          { type: 'take', params: ({ context }) => withFirstFocus(context, 'setup') },
        ],
      },
    },
  },
  draw,
  changesAfter_ms: ({ simulator }, now_ms) =>
    simulator.link.received_ms === null ? Number.POSITIVE_INFINITY : (Math.floor(now_ms / SECOND_MS) + 1) * SECOND_MS,
});

function draw(device: DeviceView, now_ms: number): PageView {
  const { simulator, persisted, play } = device;
  const { rows, focus } = listOf(device, 'simulator', simulatorRows);
  const { link } = simulator;
  const page = createPage();
  const direct = simulator.transport === 'simdirect';
  const title = direct ? presetOf(persisted.simulator).name : experience(play.id).name;
  header(page, title, { right: direct ? STATE[link.state] : 'putts only' });
  const middle = MARGIN + LEFT_WIDTH;
  const last_message = link.received_ms === null ? 'none yet' : agoText(now_ms - link.received_ms);
  column(page, MARGIN, middle, [
    ['Address', simulator.address],
    ['Last message', last_message],
    ['Waiting', waitingText(simulator)],
  ]);
  column(page, middle + 8, WIDTH - MARGIN, direct ? playerLines(link) : CONNECTOR_LINES);
  const next = shotLine(page, link, persisted.settings.units);
  listRows(page, rows, focus, topOfRowsBelow(next));
  footer(page, '← → change, aim · OK: choose · Back');
  return page.view();
}

const STATE: Readonly<Record<LinkView['state'], string>> = {
  off: 'not connected',
  connecting: 'connecting …',
  connected: 'connected',
  waiting: 'not connected, retrying',
};

const playerLines = ({ club, handed, distance }: LinkView): readonly Line[] => [
  ['Club', club || 'unknown'],
  ['Player', handed || 'unknown'],
  ['Distance', distance || 'unknown'],
];
const CONNECTOR_LINES: readonly Line[] = [
  ['Club', 'no data'],
  ['Player', 'no data'],
  ['Port', 'POST /putting'],
];

/** Formats an age in whole seconds, from two minutes on in minutes. */
function agoText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return seconds < 120 ? `${seconds} s ago` : `${Math.floor(seconds / 60)} min ago`;
}

function waitingText({ waiting, replaying }: SimulatorView): string {
  if (replaying) return waiting > 1 ? `repeating, ${waiting - 1} more` : 'repeating';
  return waiting === 1 ? '1 input' : `${waiting} inputs`;
}

function column(page: Page, left: number, right: number, lines: readonly Line[]): void {
  page.rect(left, TOP, right - left, HEAD_HEIGHT, { fill: COLOR.panel, radius: 8 });
  lines.forEach(([label, value], i) => {
    const y = TOP + 23 + i * LINE;
    const label_width = textWidth(label, SIZE.small);
    page.text(left + 10, y, label, { size: SIZE.small, color: COLOR.muted });
    page.text(right - 10, y, value, { size: SIZE.small, align: 'right', width: right - left - 28 - label_width });
    page.say(`${label}: ${value}`);
  });
}

const SHOT_STATUS: Readonly<Record<ShotStatus, readonly [IconName, string]>> = {
  sent: ['wait', 'on its way'],
  acknowledged: ['check', 'received'],
  unanswered: ['warn', 'no answer, not sent again'],
  refused: ['cross', 'refused'],
  lost: ['cross', 'lost'],
};

/**
 * Draws the last shot with its status and, if something fails, the remedy below it. Returns the bottom of what it
 * draws.
 */
function shotLine(page: Page, { last, warning, problem }: LinkView, units: Units): number {
  const [icon, text] = last
    ? [SHOT_STATUS[last.status][0], shotText(last, units)]
    : (['wait', 'No shot yet.'] as const);
  page.icon(icon, MARGIN + 2, SHOT_TOP, 20, last ? COLOR.text : COLOR.muted);
  page.text(MARGIN + 30, SHOT_TOP + 16, text, { size: SIZE.small, width: WIDTH - 2 * MARGIN - 30 });
  page.say(`Last shot: ${text}`);
  const message = problem || last?.word || warning;
  if (!message) return SHOT_TOP + 24;
  page.say(message);
  const color = problem ? COLOR.accent : COLOR.muted;
  return drawParagraph(page, message, SHOT_TOP + 40, { color }) - 14;
}

function shotText({ shot, status }: LastShot, units: Units): string {
  const speed = `${speedValue(shot.ball_speed_mps, units)} ${speedUnit(units)}`;
  return `${shot.name}, ${speed}, ${angleValue(shot.start_deg)}°: ${SHOT_STATUS[status][1]}`;
}
