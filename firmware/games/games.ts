// The experiences by name, as one: whoever holds a state need not know whose it is.

import type { Random } from '../../hal/random/random.ts';
import { GAME_MODE, type GameId } from '../../wire/choices.ts';
import { isRecord } from '../facts/fields.ts';
import { closeCfgFrom, closeIn, startClose, type CloseCfg, type CloseState } from './close-in.ts';
import { courseCfgFrom, type CourseCfg } from './course/cfg.ts';
import type { GameRules } from './game.ts';
import { lagCfgFrom, lagPutting, startLag, type LagCfg, type LagState } from './lag-putting.ts';
import { metricsOnly, startMetrics, type MetricsState } from './metrics-only.ts';

export type GameState = LagState | CloseState | MetricsState;

export interface GameCfgs {
  readonly lag: LagCfg;
  readonly close: CloseCfg;
  readonly course: CourseCfg;
}

export const GAME_IDS = Object.keys(GAME_MODE) as readonly GameId[];

const RULES = { metrics: metricsOnly, lag: lagPutting, close: closeIn };

/** The rules that go with a state or an id. A state is only ever given to the rules of its own game. */
export const rulesOf = (game: GameId): GameRules<GameState> => RULES[game];

/** Sets that are kept from putt to putt, so that they go on after a reboot. */
export const isStored = (game: GameId): game is 'lag' | 'close' => game !== 'metrics';

export function startGame(game: GameId, cfgs: GameCfgs, player_ids: readonly number[], random: Random): GameState {
  if (game === 'lag') return startLag(cfgs.lag, player_ids, random);
  if (game === 'close') return startClose(cfgs.close, player_ids);
  return startMetrics(player_ids);
}

export const restoreGame = (game: GameId, data: unknown): GameState | null =>
  isRecord(data) ? rulesOf(game).restore(data) : null;

export const cfgsFrom = (data: Readonly<Record<string, unknown>>): GameCfgs => ({
  lag: lagCfgFrom(isRecord(data['lag']) ? data['lag'] : {}),
  close: closeCfgFrom(isRecord(data['close']) ? data['close'] : {}),
  course: courseCfgFrom(isRecord(data['course']) ? data['course'] : {}),
});
