// The changes of the settings of experiences: each a value, applied by one pure function (C25).

import type { DrillId } from '../../wire/choices.ts';
import { CLOSE_FIELDS } from '../games/close-in.ts';
import { COURSE_FIELDS } from '../games/course/cfg.ts';
import { drillCfgFrom, type DrillCfg, type DrillField } from '../games/drills/drill.ts';
import { DRILLS } from '../games/drills/drills.ts';
import type { GameCfgs } from '../games/games.ts';
import { GOLF_FIELDS } from '../games/golf/mini-golf.ts';
import { LAG_FIELDS } from '../games/lag-putting.ts';
import { stepped, type NumberField } from './fields.ts';

type Direction = 1 | -1;

export type CfgChange =
  | { readonly kind: 'step_lag'; readonly key: keyof typeof LAG_FIELDS; readonly direction: Direction }
  | { readonly kind: 'toggle_lag_manual' }
  | { readonly kind: 'step_close'; readonly key: keyof typeof CLOSE_FIELDS; readonly direction: Direction }
  | { readonly kind: 'step_drill'; readonly game: DrillId; readonly key: string; readonly direction: Direction }
  | { readonly kind: 'step_golf'; readonly direction: Direction }
  | { readonly kind: 'step_course'; readonly key: keyof typeof COURSE_FIELDS; readonly direction: Direction };

/** The settings after a change; a key that there is not changes nothing. */
export function changeCfgs(cfgs: GameCfgs, change: CfgChange): GameCfgs {
  switch (change.kind) {
    case 'step_lag':
      return { ...cfgs, lag: stepStations(cfgs.lag, LAG_FIELDS, change.key, change.direction) };
    case 'toggle_lag_manual':
      return { ...cfgs, lag: { ...cfgs.lag, manual: cfgs.lag.manual ? 0 : 1 } };
    case 'step_close': {
      const shots = stepped(cfgs.close[change.key], change.direction, CLOSE_FIELDS[change.key]);
      return { ...cfgs, close: { shots } };
    }
    case 'step_drill':
      return { ...cfgs, [change.game]: steppedDrill(cfgs[change.game], change) };
    case 'step_golf':
      return { ...cfgs, golf: { holes: stepped(cfgs.golf.holes, change.direction, GOLF_FIELDS.holes) } };
    case 'step_course':
      if (change.key === 'course')
        return { ...cfgs, course: { ...cfgs.course, course: around(cfgs.course.course + change.direction) } };
      return { ...cfgs, course: stepStations(cfgs.course, COURSE_FIELDS, change.key, change.direction) };
  }
}

const around = (course: number): number => {
  const count = COURSE_FIELDS.course.max + 1;
  return (course + count) % count;
};

/** The shortest station never lies beyond the longest: each pushes the other along. */
function stepStations<C extends { csMin: number; csMax: number }, K extends keyof C & string>(
  cfg: C,
  fields: Readonly<Record<K, NumberField>>,
  key: K,
  direction: Direction,
): C {
  const next: C = { ...cfg, [key]: stepped(cfg[key] as number, direction, fields[key]) };
  if (key === 'csMin') return { ...next, csMax: Math.max(next.csMax, next.csMin) };
  return key === 'csMax' ? { ...next, csMin: Math.min(next.csMin, next.csMax) } : next;
}

/** What is chosen by name goes round; the distances push each other along. */
function steppedDrill(cfg: DrillCfg, { game, key, direction }: Extract<CfgChange, { kind: 'step_drill' }>): DrillCfg {
  const spec = DRILLS[game];
  const field = (spec.fields as Readonly<Record<string, DrillField>>)[key];
  if (!field) return cfg;
  const { words } = field;
  const value = cfg[key] ?? field.default;
  if (words) return drillCfgFrom(spec, { ...cfg, [key]: (value + direction + words.length) % words.length });
  const next = stepped(value, direction, field);
  const pushed = key === 'csMax' ? { csMin: Math.min(cfg['csMin'] ?? next, next) } : {};
  return drillCfgFrom(spec, { ...cfg, [key]: next, ...pushed });
}
