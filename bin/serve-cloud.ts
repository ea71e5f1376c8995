// The relay as a server of its own: what `tapin cloud serve` runs.

import { join } from 'node:path';
import { createCloud } from '../cloud-stub/cloud.ts';
import { openDeviceRegistry } from '../cloud-stub/devices/device-registry.ts';
import { openMetricsServer, openRelayServer } from '../cloud-stub/http-server.ts';
import { openRelayDatabase } from '../cloud-stub/relay/database.ts';
import { createSystemClock } from '../hal/clock/clock-system.ts';
import { openDataFolder } from '../hal/flash/data-folder.ts';
import { createSystemRandom } from '../hal/random/random-system.ts';
import type { OperatingError, Result } from '../wire/errors.ts';
import { die, onEnd, sayListening, stderrLog } from './process.ts';

export interface ServeCloudOptions {
  readonly port: number;
  readonly host: string;
  readonly metricsPort: number;
  readonly data: string;
  readonly devices: string;
  readonly limits: 'on' | 'off';
  readonly verbose?: boolean;
}

const METRICS_HOST = '127.0.0.1';

export async function serveCloud(options: ServeCloudOptions): Promise<void> {
  const { port, host, metricsPort, data, devices, limits, verbose = false } = options;
  const clock = createSystemClock();
  const log = stderrLog(clock, verbose);
  const folder = valueOrDie(await openDataFolder(data));
  if (folder.note) log.write('warn', 'storage', folder.note);
  const registry = valueOrDie(openDeviceRegistry(devices, log));
  const database = valueOrDie(openRelayDatabase(join(data, 'relay.sqlite')));
  const cloud = createCloud({
    clock,
    random: createSystemRandom(),
    log,
    database,
    registry,
    unix_ms: Date.now(),
    soon: (run) => void setImmediate(run),
    limited: limits === 'on',
    on_lost: () => process.exit(1),
  });
  const metrics = await openMetricsServer(cloud.metrics, {
    host: METRICS_HOST,
    port: metricsPort,
    port_option: '--metrics-port',
    log,
  });
  const relay = metrics.ok ? await openRelayServer(cloud, { host, port, log }) : metrics;
  const stop = async (): Promise<void> => {
    for (const server of [relay, metrics]) if (server.ok) await server.value.close();
    cloud.close();
    await folder.close();
  };
  if (!relay.ok) return endWith(stop, relay.error);
  if (!metrics.ok) return endWith(stop, metrics.error);
  onEnd(stop);
  if (registry.count() === 0)
    log.write('warn', 'devices', `No device is enrolled in ${devices} yet; tapin cloud enrol adds one.`);
  sayListening({ relay: relay.value.url, metrics: `${metrics.value.url}/metrics` });
}

async function endWith(stop: () => Promise<void>, error: OperatingError): Promise<never> {
  await stop();
  die(error);
}

function valueOrDie<T>(result: Result<T>): T {
  return result.ok ? result.value : die(result.error);
}
