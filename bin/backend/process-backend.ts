// Plays a scenario on real processes. One device and its sensor run as two processes with a tty between them; anything
// larger runs in a single process.

import type { Backend } from '../../simulation/scenarios/backend.ts';
import { needsOf } from '../../simulation/scenarios/reading/needs.ts';
import type { Scenario } from '../../simulation/scenarios/scenario.ts';
import { ok, type Result } from '../../wire/errors.ts';
import { openKind, type ProcessKind } from './process-kind.ts';
import { openWiredDevice, WIRED } from './wired-device.ts';

/** Opens the backend. Errors: `bad_value` if the process does not start. */
export async function openProcessBackend(scenario: Scenario): Promise<Result<Backend>> {
  const wired = scenario.devices.length === 1 && needsOf(scenario).every((need) => WIRED.has(need));
  if (!wired) return openKind(scenario, runOf(scenario));
  const device = await openWiredDevice(scenario.seed);
  return device.ok ? openKind(scenario, device.value) : device;
}

const done = async (): Promise<Result<unknown>> => ok(undefined);

/** Returns the kind for `tapin run`, with its virtual sensors and its cloud in the same process. */
function runOf({ devices, seed, board }: Scenario): ProcessKind {
  const one = devices.length === 1;
  const guests = one ? [] : ['--guests', String(devices.length - 1)];
  return {
    name: 'a process',
    call: (data) => [
      'run',
      '--port',
      '0',
      '--relay-port',
      '0',
      '--data',
      data,
      '--seed',
      String(seed),
      '--board',
      board,
      ...guests,
    ],
    can: ['players', 'records', 'cloud'],
    target: {},
    switched: done,
    ready: done,
    close: async () => {},
  };
}
