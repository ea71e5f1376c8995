// What a scenario's device has stored before it starts: put on the data disk while tapin is stopped.

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepareStorage } from '../bin/prepare-storage.ts';
import { needsOf } from '../simulation/scenario/needs.ts';
import type { Scenario } from '../simulation/scenario/scenario.ts';
import { ok, type Result } from '../wire/errors.ts';
import type { Machine } from './machine.ts';
import { runProgram } from './program.ts';

const START_MS_MAX = 300_000;

/** Nothing where it begins as a new device does. Errors: `rig_failed`, or those of a storage. */
export async function storeOnMachine(machine: Machine, scenario: Scenario): Promise<Result<unknown>> {
  const needs = needsOf(scenario);
  const [setup] = scenario.devices;
  if (!setup || !(needs.includes('records') || needs.includes('players'))) return ok(undefined);
  const folder = join(machine.folder, 'storage');
  const archive = join(machine.folder, 'storage.tar');
  const prepared = await prepareStorage(folder, setup, scenario);
  if (!prepared.ok) return prepared;
  const packed = await runProgram('tar', ['-cf', archive, '-C', folder, '.']);
  if (!packed.ok) return packed;
  const { agent } = machine;
  const sent = await agent.writeFile('/tmp/storage.tar', readFileSync(archive));
  rmSync(folder, { recursive: true });
  if (!sent.ok) return sent;
  const steps = [
    'systemctl stop tapin',
    'tar -xf /tmp/storage.tar --no-same-owner --no-overwrite-dir -C /var/lib/tapin',
    'chown -R tapin: /var/lib/tapin',
    'systemctl start tapin',
  ];
  return agent.run(steps.join(' && '), START_MS_MAX);
}
