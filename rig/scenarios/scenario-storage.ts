// Prepares the storage of a scenario's device: writes it to the data disk while tapin is stopped.

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepareStorage } from '../../bin/backend/prepare-storage.ts';
import { needsOf } from '../../simulation/scenarios/reading/needs.ts';
import type { DeviceSetup, Scenario } from '../../simulation/scenarios/scenario.ts';
import { ok, type Result } from '../../wire/errors.ts';
import type { Machine } from '../machine/machine.ts';
import { runProgram } from '../build/program.ts';

const START_MS_MAX = 300_000;

const withSimulator = (device: DeviceSetup, address: string): DeviceSetup => ({
  ...device,
  records: { ...device.records, simulator: { direct: address, connector: address } },
});

/**
 * Writes the device's records and players. `simulator`: address of the golf simulator, or null if none. Does nothing if
 * the device starts as a new one. Errors: `rig_failed`, or as for a storage.
 */
export async function storeOnMachine(
  machine: Machine,
  scenario: Scenario,
  simulator: string | null,
): Promise<Result<unknown>> {
  const needs = needsOf(scenario);
  const [device] = scenario.devices;
  if (!device || !(simulator !== null || needs.includes('records') || needs.includes('players'))) return ok(undefined);
  const setup = simulator === null ? device : withSimulator(device, simulator);
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
