// Registry of the device's experiences, in menu order. All other code looks them up here, so a new experience needs
// only its definition and a line in this file.

import type { Random } from '../../hal/random/random.ts';
import { assert } from '../../wire/errors.ts';
import { isRecord } from '../persisted/fields.ts';
import { cfgFrom, steppedCfg, type Cfg, type CfgOf, type CfgSpec } from './cfg.ts';
import { closeIn } from './close-in.ts';
import { matchPlay } from './course/match-play.ts';
import { skins } from './course/skins.ts';
import { strokePlay } from './course/stroke-play.ts';
import { arcStrength } from './drills/arc-strength.ts';
import { faceAngle } from './drills/face-angle.ts';
import { faceRotation } from './drills/face-rotation.ts';
import { makeDistance } from './drills/make-distance.ts';
import { readGreen } from './drills/read-green.ts';
import { strokeTempo } from './drills/stroke-tempo.ts';
import { tempoOfDistances } from './drills/tempo-of-distances.ts';
import type {
  CourseExperience,
  CourseRules,
  SetExperience,
  SharedSimulatorExperience,
  SimulatorExperience,
  UnsensedExperience,
} from './experience.ts';
import { golf } from './golf/golf.ts';
import { lagPutting } from './lag-putting.ts';
import { metricsOnly } from './metrics-only.ts';
import type { SetRules, SetState } from './set-rules.ts';
import { practice } from './practice.ts';
import { sharedSimulator, simulatorConnector, simulatorDirect } from './simulators.ts';
import { swingPath } from './swing-path.ts';

const LISTED = [
  metricsOnly,
  lagPutting,
  closeIn,
  readGreen,
  makeDistance,
  tempoOfDistances,
  strokeTempo,
  arcStrength,
  faceRotation,
  faceAngle,
  golf,
  swingPath,
  strokePlay,
  matchPlay,
  skins,
  simulatorDirect,
  simulatorConnector,
  sharedSimulator,
  practice,
] as const;

type Listed = (typeof LISTED)[number];
type IdOf<Kind extends Listed['kind']> = Extract<Listed, { kind: Kind }>['id'];

export type ExperienceId = Listed['id'];
export type SetId = IdOf<'set'>;
/** Ids of the experiences whose sets are stored. */
export type StoredSetId = Extract<Listed, { kind: 'set'; stored: true }>['id'];
export type CourseId = IdOf<'course'>;

/** Any experience of this device, discriminated by `kind`. */
export type AnyExperience =
  | AnySet
  | AnyCourse
  | SimulatorExperience<IdOf<'simulator'>>
  | SharedSimulatorExperience<IdOf<'shared-simulator'>>
  | UnsensedExperience<IdOf<'unsensed'>>;
export type AnySet = SetExperience<SetId, AnySetState, AnySpec | null>;
export type AnyCourse = CourseExperience<CourseId, AnySpec>;
/** Set state of any experience. */
export type AnySetState = SetState<SetId>;

type Spec = NonNullable<Listed['cfg']>;
/** Name of a settings group in the flash. */
export type CfgGroup = Spec['key'];
type AnySpec = CfgSpec<CfgGroup>;
/** Settings of all experiences, by group. */
export type Cfgs = { readonly [Key in CfgGroup]: CfgOf<Extract<Spec, { key: Key }>> };

export const EXPERIENCES: readonly AnyExperience[] = LISTED;
export const SETS: readonly AnySet[] = EXPERIENCES.filter((each) => each.kind === 'set');
/** Experiences listed in the menu. */
export const MENU = EXPERIENCES.filter(isListed);

function isListed(each: AnyExperience): each is Exclude<AnyExperience, { kind: 'shared-simulator' }> {
  return each.kind !== 'shared-simulator' && each.id !== practice.id;
}

/** Returns the experience with this id. */
export function experience(id: ExperienceId): AnyExperience {
  const found = EXPERIENCES.find((each) => each.id === id);
  assert(found, `experience ${id} not found`);
  return found;
}

/** Returns the experience of a mode; null if this device does not have it. The practice green cannot be chosen. */
export const experienceOfMode = (mode: number): AnyExperience | null =>
  EXPERIENCES.find((each) => each.mode === mode && each.id !== practice.id) ?? null;

/**
 * Returns the experience a guest plays when its host has chosen `mode`: for a simulator, the shared simulator of the
 * host (R72). null if guests cannot play the mode.
 */
export function experienceAsGuest(mode: number): ExperienceId | null {
  const found = experienceOfMode(mode);
  if (!found || found.kind === 'shared-simulator') return null; // a host cannot choose this mode
  return found.kind === 'simulator' ? sharedSimulator.id : found.id;
}

export const isSet = (id: unknown): id is SetId => SETS.some((each) => each.id === id);
export const isStored = (id: unknown): id is StoredSetId => SETS.some((each) => each.id === id && each.stored);
export const isCourse = (id: unknown): id is CourseId =>
  EXPERIENCES.some((each) => each.kind === 'course' && each.id === id);

export const STORED_SETS: readonly StoredSetId[] = SETS.map(({ id }) => id).filter((id) => isStored(id));

export function setOf(id: SetId): AnySet {
  const found = experience(id);
  assert(found.kind === 'set', `${id} is not a set`);
  return found;
}

/** Returns the rules of the set with this id. */
export const rulesOf = (id: SetId): SetRules<AnySetState> => setOf(id).rules;

export function courseRulesOf(id: CourseId): CourseRules {
  const found = experience(id);
  assert(found.kind === 'course', `${id} is not a course game`);
  return found.rules;
}

/** Reads the settings of all experiences from untrusted data. */
export function cfgsFrom(data: Readonly<Record<string, unknown>>): Cfgs {
  const groups = EXPERIENCES.flatMap(({ cfg }): readonly (readonly [string, Cfg])[] => {
    if (!cfg) return [];
    const stored = data[cfg.key];
    return [[cfg.key, cfgFrom(cfg, isRecord(stored) ? stored : {})]];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the list type loses the link between an experience and its settings
  return Object.fromEntries(groups) as unknown as Cfgs;
}

/** Returns the settings with one of them a step up or down. */
export function cfgsStepped(cfgs: Cfgs, group: CfgGroup, key: string, direction: 1 | -1): Cfgs {
  const spec = EXPERIENCES.find(({ cfg }) => cfg?.key === group)?.cfg;
  return spec ? { ...cfgs, [group]: steppedCfg(spec, cfgs[group], key, direction) } : cfgs;
}

/** Starts a new set for these players. */
export function startSet(id: SetId, cfgs: Cfgs, player_ids: readonly number[], random: Random): AnySetState {
  const { cfg, rules } = setOf(id);
  return rules.start(cfg ? cfgs[cfg.key] : {}, player_ids, random);
}

/** Restores a stored set; null if it cannot be resumed. */
export const restoreSet = (id: SetId, data: unknown): AnySetState | null =>
  isRecord(data) ? rulesOf(id).restore(data) : null;
