// A round of course play: the lobby, the green with the putt on it, and the scorecard; the same page for its host and its guests.

import type { LinkState } from '../../hal/sensor/sensor.ts';
import { standingText } from '../experiences/course/winners.ts';
import { experience } from '../experiences/registry.ts';
import { lastsFor } from '../roll/verdict.ts';
import type { RoundView } from '../play/round.ts';
import { asksToLeave } from './leaving-page.ts';
import { ask, note, playKey } from './navigation.setup.ts';
import { withFirstFocus, type NavigationContext } from './navigation.ts';
import { playPage } from './play-page.ts';
import { scoresRound } from '../play/play-view.ts';
import type { SessionView } from '../online/online.ts';
import { angleValue, distanceText, feetOf, speedUnit, speedValue } from '../units.ts';
import type { IconName } from '../ui/icons.ts';
import { drawLane, outcomeText } from '../ui/lane.ts';
import { HEADER_HEIGHT, createPage, footer, header, type Page, type PageView } from '../ui/page.ts';
import { drawSeats, type SeatField } from '../ui/seats.ts';
import { textWidth } from '../ui/text-width.ts';
import { COLOR, MARGIN, SIZE, WIDTH, seatColor } from '../ui/theme.ts';
import { drawTiles, type Tile } from '../ui/tiles.ts';
import { drawCard } from './scorecard.ts';

const LANE_TOP = HEADER_HEIGHT + 6;
const LANE_HEIGHT = 140;

interface CoursePageView {
  /** Null while a host has no round yet. */
  readonly course: RoundView | null;
  readonly session: SessionView;
  /** This device scores it. */
  readonly ours: boolean;
  readonly rolling: boolean;
  readonly link: LinkState;
  readonly now_ms: number;
}

type GuardArgs = { readonly context: NavigationContext };
const isVisit = ({ context: { deviceState } }: GuardArgs): boolean => deviceState().play.kind === 'visit';
/** Others may be in it, so it goes on without anybody looking. */
const isHosted = ({ context: { deviceState } }: GuardArgs): boolean => {
  const { play, session } = deviceState();
  return session.role === 'host' && scoresRound(play);
};
const leave = ask({ type: 'play.leave' });

export const coursePage = playPage({
  name: 'course',
  shows: ['round', 'visit'],
  tags: ['busy'],
  state: {
    on: {
      'key.left': { actions: playKey('left') },
      'key.right': { actions: playKey('right') },
      'key.ok': { actions: playKey('ok') },
      'key.back': [
        {
          guard: isHosted,
          target: 'menu',
          actions: [
            note('The round goes on: the first row leads back.'),
            { type: 'take', params: ({ context }) => withFirstFocus(context, 'menu') },
          ],
        },
        asksToLeave,
        { guard: isVisit, target: 'menu', actions: leave },
        { target: 'setup', actions: leave },
      ],
    },
  },
  draw: ({ play: { kind, round, rolling }, session, sensor: { link } }, now_ms) =>
    draw({ course: round, session, ours: kind === 'round', rolling, link, now_ms }),
  movesUntil_ms: ({ play: { round } }) => (round?.roll ? round.roll.at_ms + lastsFor(round.roll.outcome) * 1000 : 0),
});

function draw(view: CoursePageView): PageView {
  const { course } = view;
  if (!course) return waitingPage(view.session);
  if (showsCard(view)) return drawCard(course, keysText(view));
  return course.round.ph === 'lobby' ? lobbyPage(course, view) : greenPage(course, view);
}

function waitingPage({ host_name }: SessionView): PageView {
  const page = createPage();
  header(page, 'Waiting for the host');
  const text = `${host_name || 'The host'} has not begun a round yet.`;
  page.text(MARGIN + 10, 110, text, { size: SIZE.body, width: WIDTH - 2 * MARGIN - 20 });
  page.say(text);
  footer(page, 'Back: go your own way');
  return page.view();
}

/** At the end too, once the last ball has been looked at. */
const showsCard = ({ course, rolling }: CoursePageView): boolean =>
  course !== null && (course.card || (course.round.ph === 'done' && !rolling));

function backText({ ours, session }: CoursePageView): string {
  if (!ours) return 'Back: go your own way';
  return session.role === 'host' ? 'Back: menu, the round goes on' : 'Back: leave, the round is kept';
}

function keysText(view: CoursePageView): string {
  const back = backText(view);
  if (view.course?.round.ph === 'done' && !view.rolling) return view.ours ? 'OK: done' : back;
  return `← → ${view.course?.card ? 'green' : 'scorecard'} · ${back}`;
}

function lobbyPage(course: RoundView, view: CoursePageView): PageView {
  const { round, game } = course;
  const page = createPage();
  header(page, experience(game).name, { right: `${round.nh} ${round.nh === 1 ? 'hole' : 'holes'}` });
  const head = view.ours ? 'These players take part. OK begins the round.' : 'The host begins the round.';
  page.text(MARGIN + 4, 72, head, { size: SIZE.body });
  page.say(head);
  round.ro.forEach((_, seat) => lobbySeat(page, course, seat));
  const hint = view.session.role === 'host' ? `Others join by ${view.session.code}.` : '';
  page.text(MARGIN + 4, 274, hint, { size: SIZE.small, color: COLOR.muted });
  if (hint) page.say(hint);
  footer(page, view.ours ? `OK: begin · ${backText(view)}` : backText(view), { ok: view.ours });
  return page.view();
}

function lobbySeat(page: Page, { round }: RoundView, seat: number): void {
  const entry = round.ro[seat];
  if (!entry) return;
  const y = 88 + seat * 42;
  const out = round.td[seat] === 1 ? ' · sits out' : '';
  page.rect(MARGIN, y, WIDTH - 2 * MARGIN, 38, { fill: COLOR.panel, radius: 8 });
  page.dot(MARGIN + 18, y + 19, 7, seatColor(entry.c));
  page.text(MARGIN + 36, y + 25, entry.n, { size: SIZE.body, width: 180 });
  const where = `${entry.d || 'host'}${out} · hcp ${entry.h}`;
  page.text(WIDTH - MARGIN - 12, y + 25, where, { size: SIZE.small, color: COLOR.muted, align: 'right', width: 220 });
  page.say(`${entry.n}: ${where}`);
}

function greenPage(course: RoundView, view: CoursePageView): PageView {
  const { round, game, facts, roll } = course;
  const { units } = facts.settings;
  const page = createPage();
  const shown = view.rolling ? roll : null;
  const target_ft = shown?.target_ft ?? round.rem[round.turn] ?? 0;
  header(page, experience(game).name, { right: `Hole ${round.hole} of ${round.nh}` });
  page.say(`Target: ${distanceText(target_ft, units)}`);
  drawLane(page, {
    top: LANE_TOP,
    height: LANE_HEIGHT,
    target_ft,
    outcome: shown?.outcome ?? null,
    since_s: shown ? (view.now_ms - shown.at_ms) / 1000 : 0,
    units,
  });
  if (shown && round.shot?.v) verdictChip(page, course);
  else if (!shown) nowText(page, course, view);
  drawTiles(page, puttTiles(course, shown?.seat ?? round.turn), 194, 56);
  drawSeats(page, 256, seatFields(course));
  footer(page, shown ? `OK: go on · ${keysText(view)}` : keysText(view), { ok: shown !== null });
  return page.view();
}

function nowText(page: Page, { round, label }: RoundView, { link, session }: CoursePageView): void {
  const seat = round.ro[round.turn];
  const ours = seat?.d === label;
  const lost = ours && link !== 'ready' && link !== 'blocked';
  const where = ours || !seat ? '' : ` (${seat.d || session.host_name || 'host'})`;
  const text = lost ? 'Waiting for the sensor' : `${seat?.n ?? ''} to putt${where}`;
  page.text(MARGIN + 12, LANE_TOP + 24, text, { size: SIZE.small, width: 330 });
  page.say(`Now: ${text}`);
}

const VERDICT_ICON: Readonly<Record<string, IconName>> = { holed: 'check', lip: 'warn', miss: 'cross', short: 'cross' };

function verdictChip(page: Page, { round, roll, facts }: RoundView): void {
  const { shot } = round;
  if (!shot || !roll) return;
  const outcome = { ...roll.outcome, verdict: shot.v };
  const text = `${round.ro[shot.p]?.n ?? ''}: ${outcomeText(outcome, facts.settings.units)}`;
  const width = Math.min(WIDTH - 2 * MARGIN - 16, Math.ceil(textWidth(text, SIZE.body)) + 48);
  const ink = shot.holed ? COLOR.hole : COLOR.text;
  page.rect(MARGIN + 8, LANE_TOP + 8, width, 30, { fill: shot.holed ? COLOR.good : COLOR.shade, radius: 15 });
  page.icon(VERDICT_ICON[shot.v] ?? 'flag', MARGIN + 15, LANE_TOP + 13, 20, ink);
  page.text(MARGIN + 40, LANE_TOP + 29, text, { size: SIZE.body, color: ink, width: width - 46 });
  page.say(`Verdict: ${text}`);
}

/** The newest putt; dashes before the first. */
function puttTiles({ round, roll, facts }: RoundView, seat: number): readonly Tile[] {
  const { units } = facts.settings;
  const strokes = round.sc[seat]?.[round.hole - 1] ?? 0;
  return [
    { label: 'Club speed', value: roll ? speedValue(roll.mps, units) : '–', unit: speedUnit(units) },
    { label: 'Face', value: roll ? angleValue(roll.face) : '–', unit: '°' },
    {
      label: 'Ball rolls',
      ...valueAndUnit(roll ? distanceText(feetOf(Math.hypot(roll.outcome.x_m, roll.outcome.y_m)), units) : '– ft'),
    },
    { label: 'Strokes here', value: String(strokes), unit: '' },
  ];
}

function valueAndUnit(text: string): { value: string; unit: string } {
  const [value = '', unit = ''] = text.split(' ');
  return { value, unit };
}

const seatFields = ({ round, game }: RoundView): readonly SeatField[] =>
  round.ro.map((entry, seat) => ({
    name: entry.n,
    standing: standingText(game, round, seat),
    color: seatColor(entry.c),
    on_turn: seat === round.turn && round.ph === 'play',
    remark: round.td[seat] === 1 ? 'sits out' : round.hd[seat] === 1 ? 'in the hole' : '',
  }));
