// Suites that hold for several things: what such a suite is declared with, and titles that say which of the things it is.

import type { ExecutionContext } from 'ava';

/** Declares one test, as ava's own `test` does, or `test.serial`. */
export type Declare = (title: string, run: (t: ExecutionContext) => void | Promise<void>) => void;

/** The same, with a name behind each title. */
export const titled =
  (declare: Declare, name: string): Declare =>
  (title, run) =>
    declare(`${title} (${name})`, run);
