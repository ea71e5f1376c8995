// Records a scenario in real time with `tapin run --record`, and returns the recording.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openPanelBackend } from '../../simulation/scenarios/panel-backend.ts';
import { readScenario } from '../../simulation/scenarios/reading/read-scenario.ts';
import { runScenario } from '../../simulation/scenarios/run-scenario.ts';
import { assert, fail, ok } from '../../wire/errors.ts';
import { fieldsIn } from '../support/read-json.ts';

/** `steps`: YAML; the second device is called guest. */
export async function recordRun({
  guests,
  steps,
}: {
  readonly guests: number;
  readonly steps: string;
}): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'tapin-record-'));
  try {
    const file = join(folder, 'run.tapin.gz');
    const call = ['run', '--port', '0', '--data', join(folder, 'data'), '--guests', String(guests), '--record', file];
    const child = spawn('./tapin', call, { stdio: ['ignore', 'pipe', 'inherit'] });
    const gone = once(child, 'exit');
    const [line]: unknown[] = await once(createInterface({ input: child.stdout }), 'line');
    try {
      await playOn(new URL(String(fieldsIn(String(line))['panel'])), guests, steps);
    } finally {
      child.kill('SIGTERM');
      await gone;
    }
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function playOn({ origin, searchParams }: URL, guests: number, steps: string): Promise<void> {
  const headers = { Authorization: `Bearer ${searchParams.get('token')}` };
  for (let index = 0; index <= guests; index++)
    await fetch(`${origin}/api/devices/${index}/wait?page=menu`, { headers });
  const devices = guests > 0 ? 'devices: { host: , guest: }\n' : '';
  const include = () => fail('bad_value', 'Nothing is included here.');
  const scenario = readScenario(`${devices}steps: ${steps}\n`, { file: 'a run', include });
  assert(scenario.ok, scenario.ok ? '' : scenario.error.message);
  const names = scenario.value.devices.map(({ name }) => name);
  const backend = await openPanelBackend({ origin, token: searchParams.get('token') ?? '' }, names);
  assert(backend.ok, backend.ok ? '' : backend.error.message);
  const { message, lines } = await runScenario(scenario.value, backend.value, { keep: (name) => ok(name) });
  assert(message === '', `${message}\n${lines.join('\n')}`);
}
