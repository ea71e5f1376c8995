// An experience in play, as rules without xstate: who putts, what a strike becomes, when the next putt is due.

import type { Strike } from '../../hal/sensor/sensor.ts';
import type { Sound } from '../../hal/speaker/speaker.ts';
import type { Facts } from '../facts/facts.ts';
import type { TrendEntry } from '../facts/trends.ts';
import type { Remark, SeatResult } from '../games/game.ts';
import { rulesOf, type GameState } from '../games/games.ts';
import { golfRemark, type GolfPath } from '../games/golf/mini-golf.ts';
import { puttOf, type Putt } from '../games/putt.ts';
import { lastsFor } from '../roll/verdict.ts';

export interface ExperienceInput {
  readonly state: GameState;
  /** When the set began or went on, Unix seconds; 0 while the clock is not synced. */
  readonly unix_s: number;
  readonly facts: Facts;
}

export interface ExperienceContext extends ExperienceInput {
  /** The newest putt and the seat that struck it; null before the first. */
  readonly putt: Putt | null;
  readonly putt_seat: number;
  /** Which putt of the set it was, in words. */
  readonly putt_progress: string;
  /** Distance that was called for it, feet; null where none was. */
  readonly putt_called_ft: number | null;
  /** Its way, where that is no straight line. */
  readonly path: GolfPath | null;
}

/** How long the outcome stays before the next station, once the ball is at rest. */
const LOOK_MS = 1500;

/** The context after a strike of the seat on turn. */
export function withStrike(context: ExperienceContext, strike: Strike): ExperienceContext {
  const { state, facts } = context;
  const rules = rulesOf(state.game);
  const seat = state.seats[state.turn];
  const player = facts.players.find(({ id }) => id === seat?.player_id) ?? facts.players[0];
  if (!player) return context;
  const putt = puttOf(strike, player, facts.settings, rules.target_ft(state));
  return {
    ...context,
    state: rules.score(state, putt),
    putt,
    putt_seat: state.turn,
    putt_progress: rules.progress(state),
    putt_called_ft: rules.called_ft?.(state) ?? null,
    path: rules.path?.(state, putt) ?? null,
  };
}

/** Seconds from the newest strike until nothing moves any more. */
export const rollsFor = ({ putt, path }: ExperienceContext): number =>
  path?.lasts_s ?? (putt ? lastsFor(putt.outcome) : 0);

export const settleMs = (context: ExperienceContext): number => (context.putt ? rollsFor(context) * 1000 + LOOK_MS : 0);

export const isOver = ({ state }: ExperienceContext): boolean => rulesOf(state.game).over(state);

/** Only where nothing is scored may a person choose who putts. */
export const mayChooseTurn = ({ state }: ExperienceContext): boolean =>
  state.game === 'metrics' && state.seats.length > 1;

/** Left and right mean something: who putts, or where the ball is aimed. */
export const mayTurn = (context: ExperienceContext): boolean => mayChooseTurn(context) || context.state.game === 'golf';

export function withTurn(context: ExperienceContext, direction: 1 | -1): ExperienceContext {
  const state = rulesOf(context.state.game).turned?.(context.state, direction);
  return state ? { ...context, state, putt: null, path: null } : context;
}

export const resultsOf = (state: GameState): readonly SeatResult[] => rulesOf(state.game).results(state);

export const trendEntries = (results: readonly SeatResult[], unix_s: number): readonly TrendEntry[] =>
  results.flatMap(({ player_id, trend_value }) =>
    trend_value === null ? [] : [{ player_id, unix_s, value: trend_value }],
  );

/** What there is to say of the newest putt where no hole judges it. */
export const remarkOf = ({ state, putt_seat, path }: ExperienceContext): Remark | null =>
  (path && golfRemark(path)) ?? rulesOf(state.game).remark?.(state, putt_seat) ?? null;

/** What the outcome sounds like. */
export function soundOf(putt: Putt, remark: Remark | null, path: GolfPath | null = null): Sound {
  if (path) return path.holed ? 'holed' : 'strike';
  if (remark?.good) return 'close';
  if (putt.outcome.verdict === 'holed') return 'holed';
  if (putt.outcome.verdict === '') return 'strike';
  return (putt.outcome.leave_m ?? 0) < 0.6 ? 'close' : 'miss';
}
