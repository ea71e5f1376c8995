// What a scenario's device has stored before it starts: put on the data disk while tapin is stopped.

import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openDataFolder } from '../hal/flash/data-folder.ts';
import { createFileFlash } from '../hal/flash/flash-files.ts';
import { needsOf } from '../simulation/scenario/needs.ts';
import { recordsOf } from '../simulation/scenario/records.ts';
import type { Scenario } from '../simulation/scenario/scenario.ts';
import { ok, type Result } from '../wire/errors.ts';
import type { Machine } from './machine.ts';
import { runProgram } from './program.ts';

const START_MS_MAX = 300_000;

/** Nothing where it begins as a new device does. Errors: `rig_failed`, or those of a storage. */
export async function prepareStorage(machine: Machine, scenario: Scenario): Promise<Result<unknown>> {
  const needs = needsOf(scenario);
  const [setup] = scenario.devices;
  if (!setup || !(needs.includes('records') || needs.includes('players'))) return ok(undefined);
  const folder = join(machine.folder, 'storage');
  const archive = join(machine.folder, 'storage.tar');
  mkdirSync(folder);
  const opened = await openDataFolder(folder);
  if (!opened.ok) return opened;
  const flash = createFileFlash(folder);
  for (const [name, data] of Object.entries(recordsOf(setup, scenario))) {
    const written = await flash.write(name, Buffer.from(JSON.stringify(data)));
    if (!written.ok) return written;
  }
  await opened.value.close();
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
