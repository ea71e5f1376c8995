// Finds every machine of the firmware by file name, including machines that never ran.

import { globSync } from 'node:fs';
import { StateMachine, type AnyStateMachine } from 'xstate';
import { assert } from '../../wire/errors.ts';

export interface FoundMachine {
  /** Path in the repository. */
  readonly file: string;
  readonly machine: AnyStateMachine;
}

const ROOT = new URL('../../', import.meta.url);

/** Returns the machines in the order of their files. */
export async function findMachines(): Promise<readonly FoundMachine[]> {
  const files = globSync('firmware/**/*.machine.ts', { cwd: ROOT }).toSorted();
  const found = await Promise.all(files.map(machinesIn));
  const all = found.flat();
  assert(new Set(all.map(({ machine }) => machine.id)).size === all.length, 'two machines share an id');
  return all;
}

async function machinesIn(file: string): Promise<readonly FoundMachine[]> {
  const module: Readonly<Record<string, unknown>> = await import(new URL(file, ROOT).href);
  return Object.values(module).flatMap((machine) => (machine instanceof StateMachine ? [{ file, machine }] : []));
}
