// The settings of an experience as a host publishes them, and as who follows plays by them (relay §2.6; C25, C81).

import type { Experience } from '../../wire/relay/shapes.ts';
import type { Facts } from '../facts/facts.ts';
import { numberOr } from '../facts/fields.ts';
import { STIMP } from '../facts/settings.ts';
import { cfgFrom } from './cfg.ts';
import { experience, experienceOfMode, type ExperienceId } from './registry.ts';

/** The settings of an experience as whole numbers. A green's speed is whole feet, and tenths beside them. */
export function publishedCfg({ settings, cfgs }: Facts, id: ExperienceId, resume: boolean): Experience['cfg'] {
  const { stimp } = settings;
  const green = { stimp: Math.floor(stimp), stimpTenths: Math.round((stimp % 1) * 10) };
  const { cfg } = experience(id);
  return { ...green, ...(cfg ? cfgs[cfg.key] : {}), resume: resume ? 1 : 0 };
}

/** The facts as they hold while a host's experience is followed: its green and its settings, everything else one's own. */
export function withHostCfg(facts: Facts, { mode, cfg }: Experience): Facts {
  const spec = experienceOfMode(mode)?.cfg;
  const whole = cfg['stimp'];
  const stimp = whole === undefined ? facts.settings.stimp : whole + (cfg['stimpTenths'] ?? 0) / 10;
  const hosted = spec ? { [spec.key]: cfgFrom(spec, { ...facts.cfgs[spec.key], ...cfg }) } : {};
  return {
    ...facts,
    settings: { ...facts.settings, stimp: numberOr(stimp, { ...STIMP, default: facts.settings.stimp }) },
    cfgs: { ...facts.cfgs, ...hosted },
  };
}
