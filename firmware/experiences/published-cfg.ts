// Settings of an experience as the host publishes them and as guests apply them (relay §2.6; C25, C81).

import type { Experience } from '../../wire/relay/shapes.ts';
import { FLAT_GREENS, type Greens } from '../greens/greens.ts';
import type { Persisted } from '../persisted/persisted.ts';
import { numberOr } from '../persisted/fields.ts';
import { STIMP } from '../persisted/settings.ts';
import { cfgFrom, type Cfg } from './cfg.ts';
import { greensOf } from './course/cfg.ts';
import { experience, experienceOfMode, isCourse, type Cfgs, type ExperienceId } from './registry.ts';

/**
 * Returns the settings of an experience as whole numbers; the green speed is split into whole feet and tenths. A round
 * keeps the greens with which it started.
 */
export function publishedCfg(
  { settings, cfgs, round }: Persisted,
  id: ExperienceId,
  resume: boolean,
): Experience['cfg'] {
  const { stimp } = settings;
  const green = { stimp: Math.floor(stimp), stimpTenths: Math.round((stimp % 1) * 10) };
  const { cfg } = experience(id);
  const { slope = 0, ...chosen }: Cfg = cfg ? { ...cfgs[cfg.key], ...greensToPublish(id, cfgs, round) } : {};
  // A flat green is published as by firmware that knows no other.
  return { ...green, ...chosen, ...(slope > 0 && { slope }), resume: resume ? 1 : 0 };
}

/** Returns the greens of a course game: those of its round, or else those that the set-up gives. */
function greensToPublish(id: ExperienceId, { course }: Cfgs, round: Persisted['round']): Partial<Greens> {
  if (!isCourse(id)) return {};
  if (round?.game === id) return round.greens ?? { slope: 0 };
  return { slope: greensOf(course).slope };
}

/**
 * Returns the persisted state while following a host's experience: its green and settings, the rest unchanged. The
 * greens of a host that does not publish their slope are flat.
 */
export function withHostCfg(persisted: Persisted, { mode, cfg }: Experience): Persisted {
  const spec = experienceOfMode(mode)?.cfg;
  const whole = cfg['stimp'];
  const stimp = whole === undefined ? persisted.settings.stimp : whole + (cfg['stimpTenths'] ?? 0) / 10;
  const hosted = spec ? { [spec.key]: cfgFrom(spec, { ...persisted.cfgs[spec.key], ...FLAT_GREENS, ...cfg }) } : {};
  return {
    ...persisted,
    settings: { ...persisted.settings, stimp: numberOr(stimp, { ...STIMP, default: persisted.settings.stimp }) },
    cfgs: { ...persisted.cfgs, ...hosted },
  };
}
