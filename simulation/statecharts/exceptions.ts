// What no run can reach of the machines, each with its reason in one sentence: exceptions.yaml beside this file.

import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { parse } from 'yaml';

/** Machine → state, transition or guard by the name under which it is reported missing → why nobody can reach it. */
const shape = v.record(v.string(), v.record(v.string(), v.pipe(v.string(), v.endsWith('.'))));
export type Exceptions = Readonly<v.InferOutput<typeof shape>>;

export const readExceptions = (): Exceptions =>
  v.parse(shape, parse(readFileSync(new URL('exceptions.yaml', import.meta.url), 'utf8')) ?? {});

export const reasonFor = (exceptions: Exceptions, machine: string, name: string): string | null =>
  exceptions[machine]?.[name] ?? null;
