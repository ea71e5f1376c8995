// Page of a set in play: the green with the distance or the verdict, or the figures of the strike, above the standings;
// or the experience's own page.

import type { LinkState } from '../../../hal/sensor/sensor.ts';
import type { Putt } from '../../experiences/putt.ts';
import type { SessionView } from '../../online/online.ts';
import { hostOf, titleWithHost } from '../together/host-text.ts';
import { rulesOf, setOf } from '../../experiences/registry.ts';
import { practice } from '../../experiences/practice.ts';
import { playerOf, type Persisted } from '../../persisted/persisted.ts';
import {
  greenOf,
  idealOf,
  isOver,
  mayChooseTurn,
  mayTurn,
  remarkOf,
  rollsFor,
  type SetContext,
} from '../../play/set.ts';
import { aimText, INCH_M } from '../../experiences/aim.ts';
import type { IdealRoll } from '../../experiences/set-rules.ts';
import type { PuttGreen } from '../../greens/green-record.ts';
import { ask, playKey } from '../navigation.setup.ts';
import type { NavigationContext } from '../navigation.ts';
import { change } from '../rows.ts';
import type { DeviceView } from '../page-entry.ts';
import { playPage } from './play-page.ts';
import { speedUnit, speedValue, stationText, type Units } from '../../units.ts';
import { contoursText, drawSlopeLead, SLOPE_BAND, slopeText, touchAim } from '../../ui/slope.ts';
import { drawLane, outcomeHeadline, outcomeText } from '../../ui/lane.ts';
import { createPage, type Page, type PageView } from '../../ui/page.ts';
import { COLOR, WIDTH, seatColor } from '../../ui/theme.ts';
import { ballTiles, drawFigures, sayTiles, strikeTiles } from '../../ui/tiles.ts';
import { SPARKS_S } from '../../ui/sparks.ts';
import { isSensorReady, linkText, nameOnTurn, puttShown, sinceStrike, type SetPageView } from '../../ui/set-page.ts';
import {
  drawGreen,
  drawHeadline,
  drawHints,
  drawSeats,
  drawSubline,
  drawTop,
  GREEN_BOTTOM,
  SEATS_AREA,
} from '../../ui/stance.ts';

/** Whether there is nothing to putt at, so that the page begins with the figures. */
const isWithoutTarget = ({ state }: SetContext): boolean =>
  setOf(state.game).free && rulesOf(state.game).target_ft(state) === null;

/** Switches between the green and the figures of the strike. */
const turnFace = {
  type: 'ask',
  params: ({ context }: { readonly context: NavigationContext }) => {
    const { set } = context.deviceState().play;
    return { event: change({ kind: 'turn_face', free: set !== null && isWithoutTarget(set) }) };
  },
} as const;

/** Back leaves the page and the set continues, unless Back is the only way to end the set. */
export const playingPage = playPage({
  name: 'playing',
  shows: ['set'],
  tags: ['busy', 'beats'],
  state: {
    on: {
      'key.left': { actions: playKey('left') },
      'key.right': { actions: playKey('right') },

      'key.up': { actions: turnFace },
      'key.down': { actions: turnFace },
      'key.ok': { actions: playKey('ok') },
      'key.back': [
        {
          guard: ({ context }) => context.deviceState().play.id === practice.id,
          target: 'menu',
          actions: ask({ type: 'play.leave' }),
        },
        { target: 'setup', actions: ask({ type: 'play.leave' }) },
      ],
    },
  },
  draw,
  movesUntil_ms: ({ play: { set } }) => (set?.putt ? set.putt.strike.at_ms + (rollsFor(set) + SPARKS_S) * 1000 : 0),
});

function draw({ play, sensor: { link }, session }: DeviceView, now_ms: number): PageView {
  const { set } = play;
  if (!set) return createPage().view();
  const view = viewOf(set, play, link, now_ms);
  return setOf(set.state.game).draw?.(view) ?? stancePage(view, set, session);
}

type Phase = Pick<DeviceView['play'], 'rolling' | 'resting'>;

/**
 * Returns the data of the page. The turn advances once the putt has come to rest and its verdict was shown; the score
 * changes with the verdict.
 */
function viewOf(
  set: SetContext,
  { rolling, resting }: Phase,
  link: LinkState,
  now_ms: number,
): SetPageView<SetContext['state']> {
  const { state, before, persisted, putt, path } = set;
  const { name, rules } = setOf(state.game);
  const scored = rolling && !resting ? before : state;
  const turn = rolling ? before.turn : state.turn;
  return {
    name,
    progress: rules.progress(rolling ? before : state),
    state,
    putt,
    path,
    before,
    remark: remarkOf(set),
    seats: state.seats.map(({ player_id }, seat) => ({
      name: playerOf(persisted, player_id)?.name ?? '',
      standing: rules.standing(scored, seat),
      color: seatColor(seat),
      on_turn: seat === turn,
      remark: '',
    })),
    units: persisted.settings.units,
    link,
    rolling,
    resting,
    now_ms,
  };
}

/** Draws the common page. A free session keeps the newest putt. */
function stancePage(view: SetPageView<SetContext['state']>, set: SetContext, session: SessionView): PageView {
  const { state, putt, rolling, resting, units } = view;
  const { free } = setOf(state.game);
  const page = createPage();
  const shown = rolling || free ? putt : null;
  const judged = resting || (free && !rolling) ? shown : null;
  const { target_ft, called } = distancesOf(view);
  const { settings } = set.persisted;
  const ideal = judged && idealOf(set);
  const green = (rolling || free) && putt ? putt.green : greenOf(set);
  const aims = green !== null && !rolling && !free;
  const figures = isWithoutTarget(set) ? settings.free_figures : settings.figures;
  drawGreen(page);
  const progress = view.progress.replace(/^Putt (?=.* of )/, '');
  drawTop(page, titleWithHost(view.name, session), progress, `${view.name}${view.progress && ` · ${view.progress}`}`);
  if (session.role === 'guest') page.say(`Host: ${hostOf(session)}`);
  const figures_h = aims ? SLOPE_BAND.top : GREEN_BOTTOM;
  page.touch({ x: WIDTH / 2, y: 0, w: WIDTH / 2, h: figures_h, key: 'down', row: null });
  if (target_ft !== null) page.say(`Target: ${stationText(target_ft, units)}`);
  if (called) page.say(`To make: ${stationText(called.feet, units)}`);
  if (!figures) {
    const since_s = shown ? Math.max(sinceStrike(view), resting ? rollsFor(set) : 0) : 0;
    const slope = { surface: green?.surface ?? null, ideal: ideal ? ideal.curve : null };
    const aim = aims && { aim_m: set.aim_in * INCH_M };
    drawLane(page, { target_ft, called, outcome: shown?.outcome ?? null, since_s, ...slope, ...aim });
    if (aims) drawSlopeLead(page, slopeLeadOf(view, set, green));
    else drawLead(page, view, set, judged);
  }
  if (green) page.say(`Green: ${greenText(green, target_ft ?? 0, set.persisted)}`);
  if (aims) page.say(`Aim: ${aimText(set.aim_in, units)}`);
  if (judged) page.say(`Verdict: ${verdictText(judged, view)}`);
  else if (!shown) page.say(`Now: ${turnText(view, set)}`);
  if (judged && ideal) page.say(`Ideal: ${idealAim(ideal, units)}, ${idealSpeed(ideal, judged, units)}`);
  const last = free ? null : lastOf(view);
  if (last) page.say(`Last: ${verdictText(last, view)}`);
  const tiles = [...strikeTiles(puttShown(view), units), ...(free ? ballTiles(putt, units) : [])];
  if (figures) drawFigures(page, tiles);
  linkText(page, view.link);
  const next = judged && !isOver(set) ? nextOf(view) : '';
  if (next) page.say(`Next: ${next}`);
  sayTiles(page, tiles);
  drawSeats(page, view.seats);
  drawHints(page, hintsOf(set, rolling), { ok: rolling });
  if (mayChooseTurn(set)) touchSeats(page);
  else if (aims) touchAim(page);
  return page.view();
}

/** Returns the distances of the putt that is awaited or rolls. */
function distancesOf({ state, before, putt, rolling }: SetPageView<SetContext['state']>) {
  const rules = rulesOf(state.game);
  const feet = rules.called_ft?.(rolling ? before : state) ?? null;
  return {
    target_ft: rolling && putt ? putt.target_ft : rules.target_ft(state),
    called: feet === null ? null : { feet, within: rules.called_within ?? 0 },
  };
}

/** Draws the verdict once the ball is at rest, then the distance of the next putt below it. */
function drawLead(page: Page, view: SetPageView<SetContext['state']>, set: SetContext, judged: Putt | null): void {
  const { rolling, units } = view;
  const { target_ft, called } = distancesOf(view);
  const feet = target_ft ?? called?.feet ?? null;
  const last = lastOf(view);
  const verdict = judged ?? last;
  if (verdict && (judged || feet === null)) {
    const ideal = idealOf(set);
    const { more } = drawVerdict(page, verdict, view, { size_max: 68, y: 91 });
    if (ideal) {
      const aim = `${more} · ideal ${idealAim(ideal, units)}`;
      return drawSubline(page, [`${aim}, ${idealSpeed(ideal, verdict, units)}`, aim], 126);
    }
    const next = isOver(set) ? '' : nextOf(view);
    return drawSubline(page, [more, next && `next ${next}`].filter(Boolean).join(' · '), 126);
  }
  const text = feet === null ? 'Ready' : stationText(feet, units);
  if (rolling) return feet === null ? undefined : drawHeadline(page, { text, size_max: 52, size_min: 44, y: 92 });
  if (last) drawVerdict(page, last, view, { size_max: 44, y: 80, color: COLOR.green_text });
  drawHeadline(page, { text, size_max: last ? 72 : 104, size_min: 72, y: last ? 150 : 126 });
}

const greenText = ({ surface, slope }: PuttGreen, target_ft: number, { settings }: Persisted): string =>
  slope ? slopeText(slope) : contoursText(surface, target_ft, settings.stimp, settings.units);

function slopeLeadOf(view: SetPageView<SetContext['state']>, { aim_in, persisted }: SetContext, green: PuttGreen) {
  const { target_ft } = distancesOf(view);
  const last = lastOf(view);
  return {
    distance: target_ft === null ? '' : stationText(target_ft, view.units),
    last: last ? verdictHeadline(last, view).text : '',
    line: aim_in === 0 ? greenText(green, target_ft ?? 0, persisted) : `Aim ${aimText(aim_in, view.units)}`,
  };
}

const idealAim = ({ aim_in }: IdealRoll, units: Units): string => aimText(Math.round(aim_in), units);

/** Returns the club speed of the ideal putt. */
const idealSpeed = ({ ball_speed_mps }: IdealRoll, { impact_ratio }: Putt, units: Units): string =>
  `${speedValue(ball_speed_mps / impact_ratio, units)} ${speedUnit(units)}`;

/** Draws the verdict on a putt with what it scored; returns its headline. */
function drawVerdict(
  page: Page,
  putt: Putt,
  view: SetPageView<SetContext['state']>,
  place: { readonly size_max: number; readonly y: number; readonly color?: string },
): { readonly more: string } {
  const { state, before } = view;
  const headline = verdictHeadline(putt, view);
  const right = rulesOf(state.game).gain?.(state, before.turn) ?? '';
  const holed = putt.outcome.verdict === 'holed' && { color: COLOR.gold };
  drawHeadline(page, { text: headline.text, right, size_min: 44, ...place, ...holed });
  return headline;
}

/** Returns the last putt of a set while its player is on turn again; null if there is none. */
const lastOf = (view: SetPageView): Putt | null => (view.rolling ? null : puttShown(view));

function turnText(view: SetPageView, { persisted }: SetContext): string {
  if (!isSensorReady(view.link)) return 'Waiting for the sensor';
  return persisted.players.length > 1 ? `${nameOnTurn(view)} to putt` : 'Ready: strike the ball';
}

/** Returns the distance of the next putt; '' if there is none to name. */
function nextOf({ state, units }: SetPageView<SetContext['state']>): string {
  const { target_ft, called_ft } = rulesOf(state.game);
  const feet = target_ft(state) ?? called_ft?.(state) ?? null;
  return feet === null ? '' : stationText(feet, units);
}

function hintsOf(set: SetContext, rolling: boolean): string {
  if (mayChooseTurn(set)) return '← → player · ↑ ↓ view · Back: end';
  if (setOf(set.state.game).free)
    return mayTurn(set) ? '← → distance · ↑ ↓ view · Back: menu' : '↑ ↓ view · Back: end session';
  if (rolling) return 'OK: next putt · ↑ ↓ view · Back: leave';
  return mayTurn(set) ? '← → aim · ↑ ↓ view · Back: leave' : '↑ ↓ view · Back: leave, set is saved';
}

/** Returns the prefix with the name of the putt's player; '' with a single seat. */
const nameOf = ({ seats: listed, before }: SetPageView): string =>
  listed.length > 1 ? `${listed[before.turn]?.name ?? ''}: ` : '';

const verdictText = (putt: Putt, view: SetPageView<SetContext['state']>): string =>
  `${nameOf(view)}${view.remark?.text ?? outcomeText(putt.outcome, view.units)}`;

/** Returns the verdict in two lines; a remark is split at its colon. */
function verdictHeadline({ outcome }: Putt, { remark, units }: SetPageView): { text: string; more: string } {
  if (!remark) return outcomeHeadline(outcome, units);
  const [text = '', more = ''] = remark.text.split(': ');
  return { text, more };
}

/** Adds touch areas: the left half of the seats selects the previous player, the right half the next. */
function touchSeats(page: Page): void {
  page.touch({ ...SEATS_AREA, x: 0, w: WIDTH / 2, key: 'left', row: null });
  page.touch({ ...SEATS_AREA, x: WIDTH / 2, w: WIDTH / 2, key: 'right', row: null });
}
