// The settings of an experience as a host publishes them, and as who follows plays by them (relay §2.6; C25, C81).

import type { Experience } from '../../wire/relay/shapes.ts';
import type { Persisted } from '../persisted/persisted.ts';
import { numberOr } from '../persisted/fields.ts';
import { STIMP } from '../persisted/settings.ts';
import { cfgFrom } from './cfg.ts';
import { experience, experienceOfMode, type ExperienceId } from './registry.ts';

/** The settings of an experience as whole numbers. A green's speed is whole feet, and tenths beside them. */
export function publishedCfg({ settings, cfgs }: Persisted, id: ExperienceId, resume: boolean): Experience['cfg'] {
  const { stimp } = settings;
  const green = { stimp: Math.floor(stimp), stimpTenths: Math.round((stimp % 1) * 10) };
  const { cfg } = experience(id);
  return { ...green, ...(cfg ? cfgs[cfg.key] : {}), resume: resume ? 1 : 0 };
}

/** The facts as they hold while a host's experience is followed: its green and its settings, everything else one's own. */
export function withHostCfg(persisted: Persisted, { mode, cfg }: Experience): Persisted {
  const spec = experienceOfMode(mode)?.cfg;
  const whole = cfg['stimp'];
  const stimp = whole === undefined ? persisted.settings.stimp : whole + (cfg['stimpTenths'] ?? 0) / 10;
  const hosted = spec ? { [spec.key]: cfgFrom(spec, { ...persisted.cfgs[spec.key], ...cfg }) } : {};
  return {
    ...persisted,
    settings: { ...persisted.settings, stimp: numberOr(stimp, { ...STIMP, default: persisted.settings.stimp }) },
    cfgs: { ...persisted.cfgs, ...hosted },
  };
}
