// Definition of an experience, by kind. A line in registry.ts registers a definition.

import type { Range } from '../../wire/limits.ts';
import type { Sim } from '../../wire/relay/shapes.ts';
import type { Round } from '../../wire/relay/round.ts';
import type { ShotTarget } from '../../wire/shot/message.ts';
import type { IconPath } from '../ui/icons.ts';
import type { PageView } from '../ui/page.ts';
import type { SetPageView } from '../ui/set-page.ts';
import type { CfgOf, CfgSpec } from './cfg.ts';
import type { CourseResult } from './course/results.ts';
import type { SetRules, SetState } from './set-rules.ts';

interface Basics<Id extends string> {
  /** Identifier in the flash and in messages; never changes. */
  readonly id: Id;
  /** Number in a session (C24). */
  readonly mode: number;
  readonly name: string;
}

/** Trend value of a set. */
export interface Trend {
  readonly label: string;
  /** Never a distance or speed, whose unit depends on the settings (C139): histories and their files keep this unit. */
  readonly unit: '' | '%' | '°' | '°/in' | 's';
  readonly digits: number;
  readonly better: 'low' | 'high';
  /** Valid range of a stored value. */
  readonly values: Range;
}

/** Definition of a set without its kind; see `defineSet`. */
interface SetDefinition<
  Id extends string = string,
  S extends SetState<Id> = SetState<Id>,
  Spec extends CfgSpec | null = CfgSpec | null,
  Stored extends boolean = boolean,
> extends Basics<Id> {
  readonly icon: IconPath;
  /** The game and its scoring, in one line of the set-up page. */
  readonly about: string;
  readonly cfg: Spec;
  readonly trend: Trend;
  /** Whether left and right turn the aim while the device waits for a putt. */
  readonly aimed: boolean;
  /** Target kind reported to the user's own server; null if putts are not forwarded (R130). */
  readonly forwarded: ShotTarget['kind'] | null;
  /** True if nothing is scored, so the players may choose who putts. */
  readonly free: boolean;
  /** Whether the set is stored after each putt, so that it resumes after a restart. */
  readonly stored: Stored;
  readonly rules: SetRules<S, CfgOf<Spec>>;
  /** Draws the page of a set in play. Default: the common page. */
  draw?(view: SetPageView<S>): PageView;
}

/** Set of putts, each player in turn, with its own rules. */
export interface SetExperience<
  Id extends string = string,
  S extends SetState<Id> = SetState<Id>,
  Spec extends CfgSpec | null = CfgSpec | null,
  Stored extends boolean = boolean,
> extends SetDefinition<Id, S, Spec, Stored> {
  readonly kind: 'set';
}

/** Rules that decide a round of course play. */
export interface CourseRules {
  /** Heading of the deciding figure. */
  readonly decides: string;
  figure(result: CourseResult): number;
  /** Whether the figure says more than the strokes do. Default: true. */
  isInformative?(round: Round): boolean;
  /** If 'low', compares only the players who played the most holes. */
  readonly better: 'low' | 'high';
  /** Returns a seat's standing in a word or two. */
  standing(result: CourseResult): string;
  /** Whether the leader can no longer be caught. Default: plays every hole. */
  decided?(round: Round): boolean;
}

/** Round of holes, shared with the session. */
export interface CourseExperience<Id extends string = string, Spec extends CfgSpec = CfgSpec> extends Basics<Id> {
  readonly kind: 'course';
  readonly icon: IconPath;
  readonly about: string;
  readonly cfg: Spec;
  readonly rules: CourseRules;
}

/** Golf simulator connected to this device. */
export interface SimulatorExperience<Id extends string = string> extends Basics<Id> {
  readonly kind: 'simulator';
  readonly icon: IconPath;
  readonly about: string;
  readonly cfg: null;
  readonly transport: Exclude<Sim, 'none'>;
}

/** The host's simulator as guests play on it; not listed in the menu. */
export interface SharedSimulatorExperience<Id extends string = string> extends Basics<Id> {
  readonly kind: 'shared-simulator';
  readonly cfg: null;
}

/** Experience that needs sensor gates the device lacks. */
export interface UnsensedExperience<Id extends string = string> extends Basics<Id> {
  readonly kind: 'unsensed';
  readonly icon: IconPath;
  readonly cfg: null;
  /** Reason, and the closest alternative. */
  readonly words: { readonly title: string; readonly why: string; readonly instead: string };
}

/**
 * Defines a set with the literal types of its id, settings and state. A caller that holds any set knows only `SetState`
 * and passes it back to the same rules, so it is sound for a method to take its own experience's state.
 */
export const defineSet = <
  const Id extends string,
  S extends SetState<Id>,
  Spec extends CfgSpec | null,
  const Stored extends boolean,
>(
  definition: SetDefinition<Id, S, Spec, Stored>,
): SetExperience<Id, S, Spec, Stored> => ({ ...definition, kind: 'set' });

export const defineCourse = <const Id extends string, Spec extends CfgSpec>(
  definition: Omit<CourseExperience<Id, Spec>, 'kind'>,
): CourseExperience<Id, Spec> => ({ ...definition, kind: 'course' });

export const defineSimulator = <const Id extends string>(
  definition: Omit<SimulatorExperience<Id>, 'kind' | 'cfg'>,
): SimulatorExperience<Id> => ({ ...definition, kind: 'simulator', cfg: null });
