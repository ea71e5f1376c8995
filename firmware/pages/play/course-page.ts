// Page of a course round for host and guests: the lobby, the green with the putt, and the scorecard.

import type { LinkState } from '../../../hal/sensor/sensor.ts';
import { aimText, INCH_M } from '../../experiences/aim.ts';
import { greensText } from '../../experiences/course/cfg.ts';
import type { SeenGreen } from '../../experiences/course/balls.ts';
import { standingText } from '../../experiences/course/winners.ts';
import { hostOf, titleWithHost } from '../together/host-text.ts';
import { experience } from '../../experiences/registry.ts';
import { lastsFor, type PuttOutcome } from '../../roll/verdict.ts';
import type { Round } from '../../../wire/relay/round.ts';
import { isOurTurn, roundShown, type Rolling, type RoundView } from '../../play/round.ts';
import { confirmLeaving } from '../together/leaving-page.ts';
import { ask, note, playKey } from '../navigation.setup.ts';
import { withFirstFocus, type NavigationContext } from '../navigation.ts';
import { change } from '../rows.ts';
import { playPage } from './play-page.ts';
import { scoresRound } from '../../play/play-view.ts';
import { withSeatNames } from '../../play/seat-names.ts';
import type { Seat } from '../../experiences/course/round.ts';
import { deviceName } from '../../online/device-names.ts';
import type { SessionView } from '../../online/online.ts';
import {
  angleValue,
  distanceText,
  distanceUnit,
  distanceValue,
  feetOf,
  speedUnit,
  speedValue,
  type Units,
} from '../../units.ts';
import { drawLane, outcomeHeadline, outcomeText, shortDistance } from '../../ui/lane.ts';
import { createPage, footer, header, problemOver, type Page, type PageView } from '../../ui/page.ts';
import { contoursText, drawSlopeLead, SLOPE_BAND, touchAim } from '../../ui/slope.ts';
import { SPARKS_S } from '../../ui/sparks.ts';
import { isSensorReady } from '../../ui/set-page.ts';
import {
  drawGreen,
  drawHeadline,
  drawHints,
  drawSeats,
  drawSubline,
  drawTop,
  GREEN_BOTTOM,
  type SeatField,
} from '../../ui/stance.ts';
import { COLOR, MARGIN, SIZE, WIDTH, seatColor } from '../../ui/theme.ts';
import { drawFigures, sayTiles, type Tile } from '../../ui/tiles.ts';
import { drawCard } from './scorecard.ts';

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
const turnFace = ask(change({ kind: 'turn_face', free: false }));
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
      'key.up': { actions: turnFace },
      'key.down': { actions: turnFace },
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

function waitingPage(session: SessionView): PageView {
  const page = createPage();
  header(page, 'Waiting for the host');
  const text = `${hostOf(session)} has not started a round.`;
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
  const { course } = view;
  if (course && !course.card && !view.rolling && canAim(course, view)) return `← → aim · OK: card · ${back}`;
  return `← → ${course?.card ? 'green' : view.rolling ? 'card' : 'scorecard'} · ${back}`;
}

function lobbyPage(course: RoundView, view: CoursePageView): PageView {
  const { round, game } = course;
  const page = createPage();
  const holes = `${round.nh} ${round.nh === 1 ? 'hole' : 'holes'}`;
  const flat = view.ours ? '' : 'flat greens';
  header(page, experience(game).name, {
    right: [holes, greensText(course.greens) || flat].filter(Boolean).join(' · '),
  });
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
  const { settings } = persisted;
  const page = createPage();
  const shown = view.rolling ? roll : null;
  const round = roundShown(course, view.rolling);
  const target_ft = shown?.target_ft ?? round.rem[round.turn] ?? 0;
  const since_s = shown ? (view.now_ms - shown.at_ms) / 1000 : 0;
  const tiles = puttTiles(course, round, shown);
  drawGreen(page);
  const [name, hole] = [experience(game).name, `Hole ${round.hole} of ${round.nh}`];
  drawTop(page, titleWithHost(name, view.session), hole, `${name} · ${hole}`);
  if (view.session.role === 'guest') page.say(`Host: ${hostOf(view.session)}`);
  page.say(`Target: ${distanceText(target_ft, settings.units)}`);
  const green = shown?.green ?? course.green;
  const aims = !shown && canAim(course, view);
  const figures_h = aims ? SLOPE_BAND.top : GREEN_BOTTOM;
  page.touch({ x: WIDTH / 2, y: 0, w: WIDTH / 2, h: figures_h, key: 'down', row: null });
  if (!settings.figures) {
    const aim = aims && { aim_m: course.aim_in * INCH_M };
    drawLane(page, { target_ft, outcome: shown?.outcome ?? null, since_s, surface: green.surface, ...aim });
    const lead = { target_ft, status: shown ? '' : statusOf(round, course.label, view) };
    if (shown || (green.known && !green.surface)) drawLead(page, course, shown, lead);
    else drawSlopeLead(page, slopeLeadOf(course, lead, aims));
  } else drawFigures(page, tiles);
  const slope = greenText(course, green, target_ft);
  if (green.surface || !green.known || view.session.role === 'guest') page.say(`Green: ${slope}`);
  if (aims) {
    page.say(`Aim: ${aimText(course.aim_in, settings.units)}`);
    touchAim(page);
  }
  if (shown && round.shot?.v) page.say(`Verdict: ${verdictText(course)}`);
  else if (!shown) sayNow(page, round, course.label, view);
  if (!shown && lastPutt(course)) page.say(`Last putt: ${verdictText(course)}`);
  if (!shown && onlyWatches(round, course.label, view.session)) page.say('You are only watching.');
  sayTiles(page, tiles);
  drawSeats(page, seatFields(course, round, view.session));
  drawHints(page, shown ? `OK: next · ${keysText(view)}` : keysText(view), { ok: shown !== null });
  return page.view();
}

/** True for a guest that joined after the first putt and has no seat (R80). */
const onlyWatches = ({ ph, ro }: Round, label: string, { role }: SessionView): boolean =>
  role === 'guest' && ph === 'play' && !ro.some(({ d }) => label !== '' && d === label);

/** Whether this device's player aims: on turn, on a slope, with no putt on its way. */
const canAim = ({ green, label, round }: RoundView, { sent, ours }: CoursePageView): boolean =>
  green.surface !== null && !sent && (ours || label !== '') && isOurTurn(round, label);

function greenText({ persisted: { settings } }: RoundView, { surface, known }: SeenGreen, target_ft: number): string {
  if (!known) return 'slope not known from here';
  return surface ? contoursText(surface, target_ft, settings.stimp, settings.units) : 'flat';
}

function slopeLeadOf(course: RoundView, { target_ft, status }: Lead, aims: boolean) {
  const { units } = course.persisted.settings;
  const last = status ? null : lastPutt(course);
  const aim = aims && course.aim_in !== 0 ? `Aim ${aimText(course.aim_in, units)}` : '';
  return {
    distance: shortDistance(target_ft, units),
    last: last ? outcomeHeadline(last.outcome, units).text : '',
    line: status || aim || greenText(course, course.green, target_ft),
  };
}

interface Lead {
  readonly target_ft: number;
  /** Reason that the putt must wait; '' for none. */
  readonly status: string;
}

/** Draws the one large text: the distance to the hole, or the verdict once the host has given it. */
function drawLead(page: Page, course: RoundView, shown: Rolling | null, { target_ft, status }: Lead): void {
  const { shot } = course.round;
  const { units } = course.persisted.settings;
  if (shown && shot?.v) {
    const { text, more } = outcomeHeadline({ ...shown.outcome, verdict: shot.v }, units);
    drawHeadline(page, { text, size_max: 68, size_min: 44, y: 91, ...(shot.holed && { color: COLOR.gold }) });
    return drawSubline(page, more, 126);
  }
  const text = shortDistance(target_ft, units);
  if (shown) return drawHeadline(page, { text, size_max: 52, size_min: 44, y: 92 });
  const last = status ? null : lastPutt(course);
  if (last) drawLastPutt(page, last, units);
  drawHeadline(page, { text, size_max: status || last ? 72 : 104, size_min: 72, y: last ? 150 : status ? 91 : 126 });
  if (status) drawSubline(page, status, 126);
}

interface LastPutt {
  readonly outcome: PuttOutcome;
  readonly color: string;
}

/** Returns the judged putt before the awaited one; null if this device has not seen it roll. */
function lastPutt({ round: { shot, ro }, roll }: RoundView): LastPutt | null {
  if (!shot?.v || !roll || roll.seat !== shot.p) return null;
  return { outcome: { ...roll.outcome, verdict: shot.v }, color: seatColor(ro[shot.p]?.c ?? shot.p) };
}

/** Draws the verdict on the last putt above the distance of the next, after a dot in its player's colour. */
function drawLastPutt(page: Page, { outcome, color }: LastPutt, units: Units): void {
  const { text } = outcomeHeadline(outcome, units);
  page.dot(MARGIN + 15, 66, 9, color, COLOR.ink);
  drawHeadline(page, { text, size_max: 44, size_min: 44, x: MARGIN + 34, y: 80, color: COLOR.green_text });
}

const sentText = ({ session }: CoursePageView): string =>
  session.problem ? 'Putt waiting for the cloud' : 'Your putt is on its way';

/** Returns what the player on turn should know beside the distance; '' for nothing. */
function statusOf(round: Round, label: string, view: CoursePageView): string {
  const seat = round.ro[round.turn];
  if (seat?.d === label && !isSensorReady(view.link)) return 'Waiting for the sensor';
  if (view.sent) return sentText(view);
  return onlyWatches(round, label, view.session) ? 'You are only watching.' : '';
}

/** Adds whose turn it is to the page text, with the device of another device's player. */
function sayNow(page: Page, { ro, turn }: Round, label: string, view: CoursePageView): void {
  const seat = ro[turn];
  if (!seat) return;
  const ours = seat.d === label;
  if (ours && !isSensorReady(view.link)) return page.say('Now: Waiting for the sensor');
  if (view.sent) return page.say(`Now: ${sentText(view)}`);
  if (ours) page.say('Your turn');
  const device = deviceName(view.session, seat.d);
  page.say(`Now: ${seat.n} to putt${ours || device === seat.n ? '' : ` (${device})`}`);
}

/** Returns the verdict on the last putt, with the player's name. */
function verdictText({ round: { shot, ro }, roll, persisted }: RoundView): string {
  if (!shot || !roll) return '';
  const outcome = { ...roll.outcome, verdict: shot.v };
  return `${ro[shot.p]?.n ?? ''}: ${outcomeText(outcome, persisted.settings.units)}`;
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
