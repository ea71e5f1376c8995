// The experiences by name, as one: whoever holds a state need not know whose it is.

import type { Random } from '../../hal/random/random.ts';
import { DRILL_MODE, GAME_MODE, type DrillId, type GameId } from '../../wire/choices.ts';
import { isRecord } from '../facts/fields.ts';
import { closeCfgFrom, closeIn, startClose, type CloseCfg, type CloseState } from './close-in.ts';
import { courseCfgFrom, type CourseCfg } from './course/cfg.ts';
import { drillCfgFrom, rulesOfDrill, startDrill, type DrillCfg, type DrillState } from './drills/drill.ts';
import { DRILLS } from './drills/drills.ts';
import type { GameRules } from './game.ts';
import { golfCfgFrom, miniGolf, startGolf, type GolfCfg, type GolfState } from './golf/mini-golf.ts';
import { lagCfgFrom, lagPutting, startLag, type LagCfg, type LagState } from './lag-putting.ts';
import { metricsOnly, startMetrics, type MetricsState } from './metrics-only.ts';

export type GameState = LagState | CloseState | MetricsState | DrillState | GolfState;

/** Experiences whose sets are kept. */
export type StoredGame = Exclude<GameId, 'metrics'>;

export interface GameCfgs extends Readonly<Record<DrillId, DrillCfg>> {
  readonly lag: LagCfg;
  readonly close: CloseCfg;
  readonly course: CourseCfg;
  readonly golf: GolfCfg;
}

export const GAME_IDS = Object.keys(GAME_MODE) as readonly GameId[];

const RULES = {
  metrics: metricsOnly,
  lag: lagPutting,
  close: closeIn,
  distance: rulesOfDrill(DRILLS.distance),
  arc: rulesOfDrill(DRILLS.arc),
  rotation: rulesOfDrill(DRILLS.rotation),
  face: rulesOfDrill(DRILLS.face),
  golf: miniGolf,
};

export const isDrill = (game: string): game is DrillId => game in DRILL_MODE;

/** The rules that go with a state or an id. A state is only ever given to the rules of its own game. */
export const rulesOf = (game: GameId): GameRules<GameState> => RULES[game];

/** Sets that are kept from putt to putt, so that they go on after a reboot. */
export const isStored = (game: GameId): game is StoredGame => game !== 'metrics';
export const STORED_GAMES: readonly StoredGame[] = GAME_IDS.filter((game) => isStored(game));

export function startGame(game: GameId, cfgs: GameCfgs, player_ids: readonly number[], random: Random): GameState {
  if (isDrill(game)) return startDrill(DRILLS[game], cfgs[game], player_ids, random);
  if (game === 'golf') return startGolf(cfgs.golf, player_ids);
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
  golf: golfCfgFrom(isRecord(data['golf']) ? data['golf'] : {}),
  ...drillCfgsFrom((game) => data[game]),
});

/** The settings of every drill, out of what there is of each. */
export function drillCfgsFrom(of: (game: DrillId) => unknown): Readonly<Record<DrillId, DrillCfg>> {
  const cfg = (game: DrillId): DrillCfg => {
    const data = of(game);
    return drillCfgFrom(DRILLS[game], isRecord(data) ? data : {});
  };
  return { distance: cfg('distance'), arc: cfg('arc'), rotation: cfg('rotation'), face: cfg('face') };
}
