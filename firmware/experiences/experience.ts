// What an experience is: all that the device knows of one, told by its kind. A line in registry.ts makes a definition an experience.

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
  /** Its name in the flash and in messages; never changes. */
  readonly id: Id;
  /** Its number in a session (C24). */
  readonly mode: number;
  readonly name: string;
}

/** What the trend keeps of a set. */
export interface Trend {
  readonly label: string;
  /** No distance and no speed, which would differ by the settings (C139): histories and their files keep this unit. */
  readonly unit: '' | '%' | '°' | '°/in';
  readonly digits: number;
  readonly better: 'low' | 'high';
  /** What a stored value can be. */
  readonly values: Range;
}

/** Everything of a set but its kind; see `defineSet`. */
interface SetDefinition<
  Id extends string = string,
  S extends SetState<Id> = SetState<Id>,
  Spec extends CfgSpec | null = CfgSpec | null,
  Stored extends boolean = boolean,
> extends Basics<Id> {
  readonly icon: IconPath;
  /** What it is and how it scores, in two lines of its set-up page. */
  readonly about: string;
  readonly cfg: Spec;
  readonly trend: Trend;
  /** Left and right turn something while a putt is awaited. */
  readonly aimed: boolean;
  /** What a putt is at for a server of the user's own; null where putts are not forwarded (R130). */
  readonly forwarded: ShotTarget['kind'] | null;
  /** Nothing is scored, so a person may choose who putts. */
  readonly free: boolean;
  /** Its set is kept from putt to putt, so that it goes on after a restart. */
  readonly stored: Stored;
  readonly rules: SetRules<S, CfgOf<Spec>>;
  /** The page of a set in play, where the common one does not show it. */
  draw?(view: SetPageView<S>): PageView;
}

/** Sets of putts, each player in turn, by rules of its own. */
export interface SetExperience<
  Id extends string = string,
  S extends SetState<Id> = SetState<Id>,
  Spec extends CfgSpec | null = CfgSpec | null,
  Stored extends boolean = boolean,
> extends SetDefinition<Id, S, Spec, Stored> {
  readonly kind: 'set';
}

/** What decides a round of course play. */
export interface CourseRules {
  /** Heading of the figure that decides. */
  readonly decides: string;
  figure(result: CourseResult): number;
  /** Whether the figure says something that the strokes do not. Default: true. */
  tells?(round: Round): boolean;
  /** Where less is better, only those who played the most holes are compared. */
  readonly better: 'low' | 'high';
  /** Where a seat stands, in a word or two. */
  standing(result: CourseResult): string;
  /** Nobody can be caught any more; without it every hole is played. */
  decided?(round: Round): boolean;
}

/** A round of holes, shared with the session. */
export interface CourseExperience<Id extends string = string, Spec extends CfgSpec = CfgSpec> extends Basics<Id> {
  readonly kind: 'course';
  readonly icon: IconPath;
  readonly about: string;
  readonly cfg: Spec;
  readonly rules: CourseRules;
}

/** A golf simulator of this device's own. */
export interface SimulatorExperience<Id extends string = string> extends Basics<Id> {
  readonly kind: 'simulator';
  readonly icon: IconPath;
  readonly about: string;
  readonly cfg: null;
  readonly way: Exclude<Sim, 'none'>;
}

/** The host's simulator, as its guests play on it; nobody chooses it in the menu. */
export interface SharedSimulatorExperience<Id extends string = string> extends Basics<Id> {
  readonly kind: 'shared-simulator';
  readonly cfg: null;
}

/** What the sensor has no gates for. */
export interface UnsensedExperience<Id extends string = string> extends Basics<Id> {
  readonly kind: 'unsensed';
  readonly icon: IconPath;
  readonly cfg: null;
  /** Why, and what comes nearest. */
  readonly words: { readonly title: string; readonly why: string; readonly instead: string };
}

/**
 * A set, with its id, its settings and its state as they are written. Whoever holds any set knows no more of its state than `SetState`
 * says, and gives it back to these very rules: that is what makes it sound that a method takes the state of its own experience.
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
