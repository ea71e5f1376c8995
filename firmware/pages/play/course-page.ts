// Page of a course round for host and guests: the lobby, the green with the putt, and the scorecard.

import type { LinkState } from '../../../hal/sensor/sensor.ts';
import { standingText } from '../../experiences/course/winners.ts';
import { experience } from '../../experiences/registry.ts';
import { lastsFor } from '../../roll/verdict.ts';
import type { Round } from '../../../wire/relay/round.ts';
import { roundShown, type Rolling, type RoundView } from '../../play/round.ts';
import { confirmLeaving } from '../together/leaving-page.ts';
import { ask, note, playKey } from '../navigation.setup.ts';
import { withFirstFocus, type NavigationContext } from '../navigation.ts';
import { playPage } from './play-page.ts';
import { scoresRound } from '../../play/play-view.ts';
import { withSeatNames } from '../../play/seat-names.ts';
import type { Seat } from '../../experiences/course/round.ts';
import { deviceName } from '../../online/device-names.ts';
import type { SessionView } from '../../online/online.ts';
import { angleValue, distanceText, distanceUnit, distanceValue, feetOf, speedUnit, speedValue } from '../../units.ts';
import { drawLane, outcomeText } from '../../ui/lane.ts';
import { HEADER_HEIGHT, createPage, footer, header, problemOver, type Page, type PageView } from '../../ui/page.ts';
import { drawSeats, type SeatField } from '../../ui/seats.ts';
import { SPARKS_S } from '../../ui/sparks.ts';
import { textWidth } from '../../ui/text-width.ts';
import { COLOR, MARGIN, SIZE, WIDTH, seatColor } from '../../ui/theme.ts';
import { drawTiles, type Tile } from '../../ui/tiles.ts';
import { drawVerdict } from '../../ui/verdict-chip.ts';
import { drawCard } from './scorecard.ts';

const LANE_TOP = HEADER_HEIGHT + 6;
const LANE_HEIGHT = 140;

interface CoursePageView {
  /** null until the host has started a round. */
  readonly course: RoundView | null;
  readonly session: SessionView;
  /** True if this device scores the round. */
  readonly ours: boolean;
  readonly rolling: boolean;
  /** True while this device's putt is on its way to the host. */
  readonly sent: boolean;
  readonly link: LinkState;
  readonly now_ms: number;
}

type GuardArgs = { readonly context: NavigationContext };
const isVisit = ({ context: { deviceState } }: GuardArgs): boolean => deviceState().play.kind === 'visit';
/** True if this device hosts the round: guests may be in it, so it continues off screen. */
const isHosted = ({ context: { deviceState } }: GuardArgs): boolean => {
  const { play, session } = deviceState();
  return session.role === 'host' && scoresRound(play);
};
const leave = ask({ type: 'play.leave' });
const ROUND_CONTINUES = 'The round continues. The first row leads back.';

export const coursePage = playPage({
  name: 'course',
  shows: ['round', 'visit'],
  tags: ['busy'],
  state: {
    entry: ask({ type: 'device.unsay', text: ROUND_CONTINUES }),
    on: {
      'key.left': { actions: playKey('left') },
      'key.right': { actions: playKey('right') },
      'key.ok': { actions: playKey('ok') },
      'key.back': [
        {
          guard: isHosted,
          target: 'menu',
          actions: [note(ROUND_CONTINUES), { type: 'take', params: ({ context }) => withFirstFocus(context, 'menu') }],
        },
        confirmLeaving,
        { guard: isVisit, target: 'menu', actions: leave },
        { target: 'setup', actions: leave },
      ],
    },
  },
  draw: ({ play: { kind, round, rolling, sent }, session, sensor: { link } }, now_ms) =>
    problemOver(draw({ course: round, session, ours: kind === 'round', rolling, sent, link, now_ms }), session.problem),
  movesUntil_ms: ({ play: { round } }) =>
    round?.roll ? round.roll.at_ms + (lastsFor(round.roll.outcome) + SPARKS_S) * 1000 : 0,
});

function draw(view: CoursePageView): PageView {
  if (!view.course) return waitingPage(view.session);
  const course = withNames(view.course, view.session);
  if (showsCard(view)) return drawCard(course, keysText(view));
  return course.round.ph === 'lobby' ? lobbyPage(course, view) : greenPage(course, view);
}

function withNames(course: RoundView, session: SessionView): RoundView {
  const named = (round: Round): Round => withSeatNames(round, deviceName(session, ''));
  return { ...course, round: named(course.round), struck: course.struck && named(course.struck) };
}

function waitingPage({ host_name }: SessionView): PageView {
  const page = createPage();
  header(page, 'Waiting for the host');
  const text = `${host_name || 'The host'} has not started a round.`;
  page.text(MARGIN + 10, 110, text, { size: SIZE.body, width: WIDTH - 2 * MARGIN - 20 });
  page.say(text);
  footer(page, 'Back: stop following');
  return page.view();
}

/** Also true at the end of the round, once the last ball has stopped. */
const showsCard = ({ course, rolling }: CoursePageView): boolean =>
  course !== null && (course.card || (course.round.ph === 'done' && !rolling));

function backText({ ours, session }: CoursePageView): string {
  if (!ours) return 'Back: leave the round';
  return session.role === 'host' ? 'Back: menu, round continues' : 'Back: leave, round is saved';
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
  const head = view.ours ? 'OK starts the round for these players.' : 'Waiting for the host to start.';
  page.text(MARGIN + 4, 72, head, { size: SIZE.body });
  page.say(head);
  round.ro.forEach((_, seat) => lobbySeat(page, course, view.session, seat));
  const hint = view.session.role === 'host' ? `Join code: ${view.session.code}` : '';
  page.text(MARGIN + 4, 274, hint, { size: SIZE.small, color: COLOR.muted });
  if (hint) page.say(hint);
  footer(page, view.ours ? `OK: start · ${backText(view)}` : backText(view), { ok: view.ours });
  return page.view();
}

function lobbySeat(page: Page, { round, label }: RoundView, session: SessionView, seat: number): void {
  const entry = round.ro[seat];
  if (!entry) return;
  const y = 88 + seat * 42;
  const marks = [
    entry.d === label ? 'you' : deviceMark(entry, session),
    ...(round.td[seat] === 1 ? ['sits out'] : []),
    `hcp ${entry.h}`,
  ];
  page.rect(MARGIN, y, WIDTH - 2 * MARGIN, 38, { fill: COLOR.panel, radius: 8 });
  page.dot(MARGIN + 18, y + 19, 7, seatColor(entry.c));
  page.text(MARGIN + 36, y + 25, entry.n, { size: SIZE.body, width: 180 });
  const where = marks.filter((mark) => mark !== '').join(' · ');
  page.text(WIDTH - MARGIN - 12, y + 25, where, { size: SIZE.small, color: COLOR.muted, align: 'right', width: 220 });
  page.say(`${entry.n}: ${where}`);
}

/** Returns the device label of a seat, marking the host; '' if a guest's seat already has its device's name. */
function deviceMark({ n, d }: Seat, session: SessionView): string {
  const device = deviceName(session, d);
  if (n === device) return d === '' ? 'host' : '';
  return d === '' ? `${device} (host)` : device;
}

function greenPage(course: RoundView, view: CoursePageView): PageView {
  const { game, persisted, roll } = course;
  const { units } = persisted.settings;
  const page = createPage();
  const shown = view.rolling ? roll : null;
  const round = roundShown(course, view.rolling);
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
  if (shown && round.shot?.v) verdict(page, course);
  else if (!shown) nowText(page, round, course.label, view);
  if (!shown && onlyWatches(round, course.label, view.session)) watching(page);
  drawTiles(page, puttTiles(course, round, shown), 194, 56);
  drawSeats(page, 256, seatFields(course, round, view.session));
  footer(page, shown ? `OK: continue · ${keysText(view)}` : keysText(view), { ok: shown !== null });
  return page.view();
}

/** True for a guest that joined after the first putt and has no seat (R80). */
const onlyWatches = ({ ph, ro }: Round, label: string, { role }: SessionView): boolean =>
  role === 'guest' && ph === 'play' && !ro.some(({ d }) => label !== '' && d === label);

function watching(page: Page): void {
  const text = 'You are only watching.';
  page.text(MARGIN + 12, LANE_TOP + LANE_HEIGHT - 10, text, { size: SIZE.small, color: COLOR.accent });
  page.say(text);
}

/** Shows whose turn it is: large for this device, otherwise with the device of the player. */
function nowText(page: Page, { ro, turn }: Round, label: string, { link, sent, session }: CoursePageView): void {
  const seat = ro[turn];
  if (!seat) return;
  const ours = seat.d === label;
  if (ours && link !== 'ready' && link !== 'blocked') return headline(page, 'Waiting for the sensor', '', SIZE.title);
  if (sent)
    return headline(page, session.problem ? 'Putt waiting for the cloud' : 'Your putt is on its way', '', SIZE.title);
  const device = deviceName(session, seat.d);
  if (!ours) return headline(page, `${seat.n} to putt`, device === seat.n ? '' : device, SIZE.title);
  page.say('Your turn');
  headline(page, 'Your turn', seat.n, TURN_SIZE, `${seat.n} to putt`);
}

const TURN_SIZE = 34;
/** Right end of the free space, before the flag of a distant hole. */
const FREE_RIGHT = WIDTH - MARGIN - 44;

/** Draws large text at the top of the lane with small text next to it. `spoken`: spoken text instead of the large one. */
function headline(page: Page, large: string, small: string, size: number, spoken = large): void {
  const x = MARGIN + 12;
  const width = FREE_RIGHT - x;
  const y = LANE_TOP + (size === TURN_SIZE ? 38 : 28);
  page.text(x, y, large, { size, width });
  const beside = x + Math.min(width, Math.ceil(textWidth(large, size))) + 12;
  const room = FREE_RIGHT - beside;
  if (small && room > 40) page.text(beside, y, small, { size: SIZE.small, width: room });
  page.say(`Now: ${spoken}${small && spoken === large ? ` (${small})` : ''}`);
}

function verdict(page: Page, { round, roll, persisted }: RoundView): void {
  const { shot } = round;
  if (!shot || !roll) return;
  const outcome = { ...roll.outcome, verdict: shot.v };
  const text = `${round.ro[shot.p]?.n ?? ''}: ${outcomeText(outcome, persisted.settings.units)}`;
  drawVerdict(page, { top: LANE_TOP, text, good: shot.holed, verdict: shot.v });
}

/**
 * Returns the tiles for the putt on screen, or else for the last putt of the player on turn, plus that player's stroke
 * count.
 */
function puttTiles({ persisted, roll }: RoundView, round: Round, shown: Rolling | null): readonly Tile[] {
  const { units } = persisted.settings;
  const { shot, hole } = round;
  const seat = shown?.seat ?? round.turn;
  const last = shot?.p === seat && shot.hole === hole ? roll : null;
  const putt = shown ?? last;
  const taken = round.sc[seat]?.[hole - 1] ?? 0;
  const name = round.ro[seat]?.n ?? '';
  return [
    { label: 'Club speed', value: putt ? speedValue(putt.mps, units) : '–', unit: speedUnit(units) },
    { label: 'Face', value: putt ? angleValue(putt.face) : '–', unit: '°' },
    {
      label: 'Ball rolls',
      value: putt ? distanceValue(feetOf(Math.hypot(putt.outcome.x_m, putt.outcome.y_m)), units) : '–',
      unit: distanceUnit(units),
    },
    shown || !last
      ? { label: name, value: `Stroke ${taken + 1}`, unit: '' }
      : { label: 'Last putt', value: `Stroke ${taken}`, unit: '' },
  ];
}

const seatFields = ({ game, label }: RoundView, round: Round, { role }: SessionView): readonly SeatField[] =>
  round.ro.map((entry, seat) => ({
    name: entry.n,
    standing: standingText(game, round, seat),
    color: seatColor(entry.c),
    on_turn: seat === round.turn && round.ph === 'play',
    ours: role !== 'off' && entry.d === label,
    remark: round.td[seat] === 1 ? 'sits out' : round.hd[seat] === 1 ? 'in the hole' : '',
  }));
