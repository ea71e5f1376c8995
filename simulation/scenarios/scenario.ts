// Parsed scenario: its setup, and its actions and expectations step by step, each with its place in the file.

import type * as v from 'valibot';
import type { HEADER, Players, StepName, STEPS } from './reading/shapes.ts';

/** Place in a file; lines and columns count from 1, as in editors. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

type Action = {
  readonly [Name in StepName]: {
    readonly kind: Name;
    readonly value: v.InferOutput<(typeof STEPS)[Name]>;
    /** Name of the device. Default: the first one. */
    readonly on?: string;
    readonly at: Place;
  };
}[StepName];

export type Step =
  | Action
  | { readonly kind: 'repeat'; readonly times: number; readonly steps: readonly Step[]; readonly at: Place };
export type ActionStep = Action;

export interface DeviceSetup {
  readonly name: string;
  readonly players: Players;
  readonly records: Readonly<Record<string, unknown>>;
}

export interface Scenario extends Omit<
  v.InferOutput<v.ObjectSchema<typeof HEADER, undefined>>,
  'devices' | 'players' | 'green'
> {
  readonly file: string;
  readonly name: string;
  readonly devices: readonly DeviceSetup[];
  readonly steps: readonly Step[];
}

export const placeText = ({ file, line, column }: Place): string => `${file}:${line}:${column}`;
