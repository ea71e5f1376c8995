// Runs `tapin cloud serve` as a process of its own, on free ports, with its own registry and data folder.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExecutionContext } from 'ava';
import * as v from 'valibot';
import type { DeviceIdentity } from '../../../cloud-stub/devices/device-registry.ts';
import { newIdentity } from '../../../cloud-stub/devices/new-identity.ts';
import { createSystemRandom } from '../../../hal/random/random-system.ts';
import { httpCall } from '../process/http-call.ts';
import { startTapin, type TapinProcess } from '../process/tapin-process.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';
import { exactly, type Several } from '../items.ts';
import { firstLine } from '../process/streams.ts';
import { readJson } from '../read-json.ts';

export interface RelayFiles {
  readonly folder: string;
  readonly data: string;
  readonly devices: string;
}

export async function relayFiles(t: ExecutionContext): Promise<RelayFiles> {
  const folder = await temporaryFolder(t);
  return { folder, data: join(folder, 'data'), devices: join(folder, 'devices.json') };
}

/** Enrols this many devices in a new registry file. */
export async function enrolMany<const Count extends number>(
  file: string,
  count: Count,
): Promise<Several<DeviceIdentity, Count>> {
  const random = createSystemRandom();
  const identities = Array.from({ length: count }, () => newIdentity(random));
  await writeFile(file, JSON.stringify(identities));
  return exactly(count, identities);
}

export const serveArgs = ({ data, devices }: RelayFiles, ...more: readonly string[]): string[] => [
  'cloud',
  'serve',
  '--port',
  '0',
  '--metrics-port',
  '0',
  '--data',
  data,
  '--devices',
  devices,
  ...more,
];

export interface RelayProcess extends TapinProcess {
  readonly origin: string;
  /** Returns a metric without labels, by its name after `tapin_relay_`. */
  figure(name: string): Promise<number>;
}

export async function startRelay(
  t: ExecutionContext,
  files: RelayFiles,
  ...more: readonly string[]
): Promise<RelayProcess> {
  const tapin = await startTapin(t, serveArgs(files, ...more));
  const metrics = new URL(String(tapin.listening['metrics']));
  const figure = async (name: string): Promise<number> => {
    const { text } = await httpCall(metrics.origin, metrics.pathname);
    return Number(new RegExp(`^tapin_relay_${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  return { ...tapin, origin: String(tapin.listening['relay']), figure };
}

interface ShellRelay {
  readonly child: ChildProcess;
  readonly origin: string;
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>;
}

const TAPIN = fileURLToPath(new URL('../../../tapin', import.meta.url));

/**
 * Starts a relay whose files cannot exceed this size, like on a full disk. POSIX counts blocks of 512 bytes; some
 * shells count 1024.
 */
export async function startRelayOnFullDisk(
  t: ExecutionContext,
  files: RelayFiles,
  blocks: number,
): Promise<ShellRelay> {
  const args = ['-c', 'ulimit -f "$0" && exec "$@"', `${blocks}`, TAPIN, ...serveArgs(files, '--limits', 'off')];
  const child = spawn('sh', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, stderr }));
  t.teardown(() => child.kill('SIGKILL'));
  const line = firstLine(child.stdout);
  const first = await Promise.race([line, ended.then((end) => Promise.reject(new Error(end.stderr)))]);
  return { child, origin: readJson(v.object({ relay: v.string() }), first).relay, ended };
}
