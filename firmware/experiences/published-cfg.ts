// Settings of an experience as the host publishes them and as guests apply them (relay §2.6; C25, C81).

import type { Experience } from '../../wire/relay/shapes.ts';
import type { Persisted } from '../persisted/persisted.ts';
import { numberOr } from '../persisted/fields.ts';
import { STIMP } from '../persisted/settings.ts';
import { cfgFrom } from './cfg.ts';
import { experience, experienceOfMode, type ExperienceId } from './registry.ts';

/** Returns the settings of an experience as whole numbers; the green speed is split into whole feet and tenths. */
export function publishedCfg({ settings, cfgs }: Persisted, id: ExperienceId, resume: boolean): Experience['cfg'] {
  const { stimp } = settings;
  const green = { stimp: Math.floor(stimp), stimpTenths: Math.round((stimp % 1) * 10) };
  const { cfg } = experience(id);
  return { ...green, ...(cfg ? cfgs[cfg.key] : {}), resume: resume ? 1 : 0 };
}

/** Returns the persisted state while following a host's experience: its green and settings, the rest unchanged. */
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
