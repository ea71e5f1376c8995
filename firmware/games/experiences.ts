// All experiences by their mode number, and their settings as the host publishes them (relay §2.6; C24, C25, C81).

import {
  COURSE_MODE,
  GAME_MODE,
  SIM_PAGE_MODE,
  UNSENSED_MODE,
  type CourseId,
  type GameId,
  type SimPageId,
  type UnsensedId,
} from '../../wire/choices.ts';
import type { Experience } from '../../wire/relay/shapes.ts';
import type { Facts } from '../facts/facts.ts';
import { numberOr } from '../facts/fields.ts';
import { STIMP } from '../facts/settings.ts';
import { closeCfgFrom } from './close-in.ts';
import { courseCfgFrom } from './course/cfg.ts';
import { drillCfgsFrom, rulesOf } from './games.ts';
import { golfCfgFrom } from './golf/mini-golf.ts';
import { lagCfgFrom } from './lag-putting.ts';

export type ExperienceId = GameId | CourseId | SimPageId | UnsensedId;

const MODES: Readonly<Record<ExperienceId, number>> = {
  ...GAME_MODE,
  ...COURSE_MODE,
  ...SIM_PAGE_MODE,
  ...UNSENSED_MODE,
};
export const COURSE_IDS = Object.keys(COURSE_MODE) as readonly CourseId[];
const COURSE_NAME: Readonly<Record<CourseId, string>> = {
  stroke: 'Stroke play',
  match: 'Match play',
  skins: 'Skins',
};

const SIM_NAME: Readonly<Record<SimPageId, string>> = {
  simdirect: 'Simulator',
  simport: 'Simulator connector',
  sharing: "The host's simulator",
};

export const modeOf = (id: ExperienceId): number => MODES[id];
export const isCourse = (id: ExperienceId): id is CourseId => id in COURSE_MODE;

export const isSimPage = (id: ExperienceId): id is SimPageId => id in SIM_PAGE_MODE;

/** What the sensor of this device has no gates for. */
export const isUnsensed = (id: ExperienceId): id is UnsensedId => id in UNSENSED_MODE;

/** The experience where it is a drill, otherwise the plainest of them. */
export const drillOf = (id: ExperienceId): GameId => (isCourse(id) || isSimPage(id) || isUnsensed(id) ? 'metrics' : id);

/** Null for a mode that this device does not have. */
export const experienceOf = (mode: number): ExperienceId | null =>
  (Object.entries(MODES) as [ExperienceId, number][]).find(([, number]) => number === mode)?.[0] ?? null;

/** What a guest plays while its host has chosen `mode`: the host's simulator it shares (R72). Null for what it can't. */
export function experienceAsGuest(mode: number): ExperienceId | null {
  const id = experienceOf(mode);
  if (id === 'sharing') return null; // no host plays that
  return id !== null && isSimPage(id) ? 'sharing' : id;
}

export function nameOfExperience(id: ExperienceId): string {
  if (isCourse(id)) return COURSE_NAME[id];
  if (isUnsensed(id)) return 'Swing path and lie';
  return isSimPage(id) ? SIM_NAME[id] : rulesOf(id).name;
}

function cfgOf({ cfgs }: Facts, id: ExperienceId): Experience['cfg'] {
  if (isCourse(id)) return { ...cfgs.course };
  return isSimPage(id) || isUnsensed(id) || id === 'metrics' ? {} : { ...cfgs[id] };
}

/** The settings of an experience as whole numbers. A green's speed is whole feet, and tenths beside them. */
export function publishedCfg(facts: Facts, id: ExperienceId, resume: boolean): Experience['cfg'] {
  const { stimp } = facts.settings;
  const green = { stimp: Math.floor(stimp), stimpTenths: Math.round((stimp % 1) * 10) };
  return { ...green, ...cfgOf(facts, id), resume: resume ? 1 : 0 };
}

/** The facts as they hold while a host's experience is followed: its green and its settings, everything else one's own. */
export function withHostCfg(facts: Facts, { mode, cfg }: Experience): Facts {
  const id = experienceOf(mode);
  const whole = cfg['stimp'];
  const stimp = whole === undefined ? facts.settings.stimp : whole + (cfg['stimpTenths'] ?? 0) / 10;
  const { lag, close, course, golf } = facts.cfgs;
  return {
    ...facts,
    settings: { ...facts.settings, stimp: numberOr(stimp, { ...STIMP, default: facts.settings.stimp }) },
    cfgs: {
      lag: id === 'lag' ? lagCfgFrom({ ...lag, ...cfg }) : lag,
      close: id === 'close' ? closeCfgFrom({ ...close, ...cfg }) : close,
      course: id !== null && isCourse(id) ? courseCfgFrom({ ...course, ...cfg }) : course,
      golf: id === 'golf' ? golfCfgFrom({ ...golf, ...cfg }) : golf,
      ...drillCfgsFrom((game) => (id === game ? { ...facts.cfgs[game], ...cfg } : facts.cfgs[game])),
    },
  };
}
