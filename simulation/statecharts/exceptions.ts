// Reads exceptions.yaml: the parts of the machines that no run can reach, each with a one-sentence reason.

import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { parse } from 'yaml';

/** Machine → name of a state, transition or guard, as reported missing → why it cannot be reached. */
const shape = v.record(v.string(), v.record(v.string(), v.pipe(v.string(), v.endsWith('.'))));
export type Exceptions = Readonly<v.InferOutput<typeof shape>>;

export const readExceptions = (): Exceptions =>
  v.parse(shape, parse(readFileSync(new URL('exceptions.yaml', import.meta.url), 'utf8')) ?? {});

export const reasonFor = (exceptions: Exceptions, machine: string, name: string): string | null =>
  exceptions[machine]?.[name] ?? null;
