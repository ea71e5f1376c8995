// Declarations for test suites that run against several implementations, with the name of each in the title.

import type { ExecutionContext } from 'ava';

/** Declares one test, like ava's `test` or `test.serial`. */
export type Declare = (title: string, run: (t: ExecutionContext) => void | Promise<void>) => void;

/** Returns a `Declare` that appends a name to each title. */
export const titled =
  (declare: Declare, name: string): Declare =>
  (title, run) =>
    declare(`${title} (${name})`, run);
