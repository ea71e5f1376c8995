// Rules of a set in play, independent of XState: player to putt, score of a strike, and time of the next putt.

import type { Strike } from '../../hal/sensor/sensor.ts';
import type { Sound } from '../../hal/speaker/speaker.ts';
import { movedAim } from '../experiences/aim.ts';
import { puttOf, type Putt } from '../experiences/putt.ts';
import { rulesOf, setOf, type AnySetState } from '../experiences/registry.ts';
import type { BallPath, IdealRoll, Remark, SeatResult } from '../experiences/set-rules.ts';
import type { Persisted } from '../persisted/persisted.ts';
import type { TrendEntry } from '../persisted/trends.ts';
import { greenUnder, planeGreen, type PuttGreen } from '../greens/green-record.ts';
import { lastsFor } from '../roll/verdict.ts';

export interface SetInput {
  readonly state: AnySetState;
  /** When the set was started or resumed, Unix seconds; 0 while the clock is not synced. */
  readonly unix_s: number;
  readonly persisted: Persisted;
}

export interface SetContext extends SetInput {
  /** The newest putt; null before the first. */
  readonly putt: Putt | null;
  /** State in which that putt was struck; the newest state before the first putt. */
  readonly before: AnySetState;
  /** Path of the ball among obstacles; null if there are none. */
  readonly path: BallPath | null;
  /** Aim beside the hole for the awaited putt, inches, positive right. */
  readonly aim_in: number;
}

export const newSet = (input: SetInput): SetContext => ({
  ...input,
  putt: null,
  before: input.state,
  path: null,
  aim_in: 0,
});

/** Scores a strike of the seat on turn. */
export function withStrike(context: SetContext, strike: Strike): SetContext {
  const { state, persisted, aim_in } = context;
  const rules = rulesOf(state.game);
  const seat = state.seats[state.turn];
  const player = persisted.players.find(({ id }) => id === seat?.player_id) ?? persisted.players[0];
  if (!player) return context;
  const target = { target_ft: rules.target_ft(state), green: greenOf(context), aim_in };
  const putt = puttOf(strike, player, persisted.settings, target);
  const path = rules.path?.(state, putt) ?? null;
  return { ...context, state: rules.score(state, putt), putt, before: state, path, aim_in: 0 };
}

/** Returns the time between beats of a metronome; null for silence. */
export const beatMs = ({ state }: Pick<SetContext, 'state'>): number | null =>
  rulesOf(state.game).beat_ms?.(state) ?? null;

/** Returns the time from the newest strike until the ball is at rest, in seconds. */
export const rollsFor = ({ putt, path }: SetContext): number => path?.lasts_s ?? (putt ? lastsFor(putt.outcome) : 0);

export const settleMs = (context: SetContext): number => (context.putt ? rollsFor(context) * 1000 : 0);

/** Whether several players take turns, so that a strike while the ball rolls could be by any of them (C66). */
export const takesTurns = ({ state }: Pick<SetContext, 'state'>): boolean =>
  state.seats.length > 1 && !setOf(state.game).free;

export const isOver = ({ state }: Pick<SetContext, 'state'>): boolean => rulesOf(state.game).over(state);

/** Whether the set has a result: it is finished, or has no end of its own and has putts. */
export const hasResult = (context: SetContext): boolean =>
  isOver(context) || (setOf(context.state.game).free && resultsOf(context.state).length > 0);

/** Whether the set ends when the player leaves its page: true if it has no end of its own. */
export const endsWhenLeft = ({ state }: Pick<SetContext, 'state'>): boolean => setOf(state.game).free;

/** Whether the players may choose who putts: only if nothing is scored. */
export const mayChooseTurn = ({ state }: Pick<SetContext, 'state'>): boolean =>
  setOf(state.game).free && state.seats.length > 1;

/** Returns the green of the awaited putt, by the rules of the set or else of the device; null if it is flat. */
export function greenOf({ state, persisted: { green } }: Pick<SetContext, 'state' | 'persisted'>): PuttGreen | null {
  const { slope, target_ft } = rulesOf(state.game);
  const [by_rules, feet] = [slope?.(state), target_ft(state)];
  if (by_rules) return planeGreen(by_rules);
  return green && feet !== null ? greenUnder(green, feet) : null;
}

/** Whether the player aims beside the hole: on a slope, while putts are scored. */
const mayAim = (context: SetContext): boolean => !setOf(context.state.game).free && greenOf(context) !== null;

/** Whether left and right have a function: they choose who putts, or aim the ball. */
export const mayTurn = (context: SetContext): boolean =>
  mayChooseTurn(context) || setOf(context.state.game).aimed || mayAim(context);

/** Whether left and right also work while the ball rolls: only if nothing is scored. */
export const mayTurnAnytime = (context: SetContext): boolean => setOf(context.state.game).free && mayTurn(context);

export function withTurn(context: SetContext, direction: 1 | -1): SetContext {
  const target_ft = rulesOf(context.state.game).target_ft(context.state);
  if (mayAim(context) && target_ft !== null)
    return { ...context, aim_in: movedAim(context.aim_in, direction, target_ft) };
  const state = rulesOf(context.state.game).turned?.(context.state, direction);
  return state ? { ...context, state, putt: null, before: state, path: null } : context;
}

export const resultsOf = (state: AnySetState): readonly SeatResult[] => rulesOf(state.game).results(state);

export const trendEntries = (results: readonly SeatResult[], unix_s: number): readonly TrendEntry[] =>
  results.flatMap(({ player_id, trendValue }) =>
    trendValue === null ? [] : [{ player_id, unix_s, value: trendValue }],
  );

/** Returns the remark on the newest putt if no hole judges it; null if there is none. */
export const remarkOf = ({ state, before, path, persisted }: SetContext): Remark | null =>
  path?.remark ?? rulesOf(state.game).remark?.(state, before.turn, persisted.settings.units) ?? null;

/** Returns the ideal roll of the newest putt; null if there is none to show. */
export const idealOf = ({ state, putt }: SetContext): IdealRoll | null =>
  (putt && rulesOf(state.game).ideal?.(putt)) ?? null;

/** Returns the sound to play once the ball is at rest; null if none. */
export function soundOf(putt: Putt, remark: Remark | null, path: BallPath | null = null): Sound | null {
  if (path) return path.holed ? 'holed' : null;
  if (putt.outcome.verdict === 'holed') return 'holed';
  if (remark?.good) return 'close';
  if (putt.outcome.verdict === '') return null;
  return (putt.outcome.leave_m ?? 0) < 0.6 ? 'close' : 'miss';
}
