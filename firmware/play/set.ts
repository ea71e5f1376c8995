// A set in play, as rules without xstate: who putts, what a strike becomes, when the next putt is due.

import type { Strike } from '../../hal/sensor/sensor.ts';
import type { Sound } from '../../hal/speaker/speaker.ts';
import { puttOf, type Putt } from '../experiences/putt.ts';
import { rulesOf, setOf, type AnySetState } from '../experiences/registry.ts';
import type { BallPath, Remark, SeatResult } from '../experiences/set-rules.ts';
import type { Persisted } from '../persisted/persisted.ts';
import type { TrendEntry } from '../persisted/trends.ts';
import { lastsFor } from '../roll/verdict.ts';

export interface SetInput {
  readonly state: AnySetState;
  /** When the set began or went on, Unix seconds; 0 while the clock is not synced. */
  readonly unix_s: number;
  readonly persisted: Persisted;
}

export interface SetContext extends SetInput {
  /** The newest putt; null before the first. */
  readonly putt: Putt | null;
  /** The state in which it was struck; the newest one before the first putt. */
  readonly before: AnySetState;
  /** Its way, where that is no straight line. */
  readonly path: BallPath | null;
}

export const newSet = (input: SetInput): SetContext => ({ ...input, putt: null, before: input.state, path: null });

/** The context after a strike of the seat on turn. */
export function withStrike(context: SetContext, strike: Strike): SetContext {
  const { state, persisted } = context;
  const rules = rulesOf(state.game);
  const seat = state.seats[state.turn];
  const player = persisted.players.find(({ id }) => id === seat?.player_id) ?? persisted.players[0];
  if (!player) return context;
  const putt = puttOf(strike, player, persisted.settings, rules.target_ft(state));
  return { ...context, state: rules.score(state, putt), putt, before: state, path: rules.path?.(state, putt) ?? null };
}

/** Seconds from the newest strike until nothing moves any more. */
export const rollsFor = ({ putt, path }: SetContext): number => path?.lasts_s ?? (putt ? lastsFor(putt.outcome) : 0);

export const settleMs = (context: SetContext): number => (context.putt ? rollsFor(context) * 1000 : 0);

/** The turn goes round: a strike while a ball rolls might be anybody's (C66). */
export const takesTurns = ({ state }: Pick<SetContext, 'state'>): boolean =>
  state.seats.length > 1 && !setOf(state.game).free;

export const isOver = ({ state }: Pick<SetContext, 'state'>): boolean => rulesOf(state.game).over(state);

/** The set has come to something, though nothing ends it but who plays it. */
export const hasResult = (context: SetContext): boolean =>
  isOver(context) || (setOf(context.state.game).free && resultsOf(context.state).length > 0);

/** A set without an end of its own lives by being looked at. */
export const endsWhenLeft = ({ state }: Pick<SetContext, 'state'>): boolean => setOf(state.game).free;

/** Only where nothing is scored may a person choose who putts. */
export const mayChooseTurn = ({ state }: Pick<SetContext, 'state'>): boolean =>
  setOf(state.game).free && state.seats.length > 1;

/** Left and right mean something: who putts, or where the ball is aimed. */
export const mayTurn = (context: SetContext): boolean => mayChooseTurn(context) || setOf(context.state.game).aimed;

export function withTurn(context: SetContext, direction: 1 | -1): SetContext {
  const state = rulesOf(context.state.game).turned?.(context.state, direction);
  return state ? { ...context, state, putt: null, before: state, path: null } : context;
}

export const resultsOf = (state: AnySetState): readonly SeatResult[] => rulesOf(state.game).results(state);

export const trendEntries = (results: readonly SeatResult[], unix_s: number): readonly TrendEntry[] =>
  results.flatMap(({ player_id, trendValue }) =>
    trendValue === null ? [] : [{ player_id, unix_s, value: trendValue }],
  );

/** What there is to say of the newest putt where no hole judges it. */
export const remarkOf = ({ state, before, path }: SetContext): Remark | null =>
  path?.remark ?? rulesOf(state.game).remark?.(state, before.turn) ?? null;

/** What the outcome sounds like, once the ball rests; null for nothing. */
export function soundOf(putt: Putt, remark: Remark | null, path: BallPath | null = null): Sound | null {
  if (path) return path.holed ? 'holed' : null;
  if (remark?.good) return 'close';
  if (putt.outcome.verdict === 'holed') return 'holed';
  if (putt.outcome.verdict === '') return null;
  return (putt.outcome.leave_m ?? 0) < 0.6 ? 'close' : 'miss';
}
