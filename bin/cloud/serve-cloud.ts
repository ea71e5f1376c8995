// Runs the relay and the extension store as a standalone server: `tapin cloud serve`.

import { openMetricsServer } from '../../cloud-stub/http/server.ts';
import { createSystemClock } from '../../hal/clock/clock-system.ts';
import { openCloud } from './open-cloud.ts';
import { publishCheck } from './publish-check.ts';
import { readIssuer, supportKey } from './open-store.ts';
import { exitUsage, exitWith, onShutdown, printListening, stderrLog } from '../process/process.ts';

export interface ServeCloudOptions {
  readonly port: number;
  readonly host: string;
  readonly metricsPort: number;
  readonly data: string;
  readonly devices: string;
  readonly engine?: string;
  readonly relayOnly?: boolean;
  readonly limits: 'on' | 'off';
  /** Drain time in seconds. */
  readonly drain?: number;
  readonly issuer?: string;
  readonly audience?: string;
  readonly clientId?: string;
  readonly jwks?: string;
  readonly publicUrl?: string;
  readonly trustProxy?: string;
  readonly verbose?: boolean;
}

const METRICS_HOST = '127.0.0.1';
/**
 * Drain time of relays that share an engine. Their load balancer notices within three seconds
 * (docs/examples/relay-fleet/haproxy.cfg), and container runtimes wait ten seconds before they kill the process. A
 * single relay stops immediately.
 */
const SHARED_DRAIN_S = 5;

export async function serveCloud(options: ServeCloudOptions): Promise<void> {
  const { port, host, metricsPort, data, devices, limits, engine, relayOnly = false, verbose = false } = options;
  if (relayOnly && engine === undefined) exitUsage('--relay-only needs --engine.');
  const clock = createSystemClock();
  const log = stderrLog(clock, verbose);
  const issuer = readIssuer(options);
  if (!issuer.ok) exitWith(issuer.error);
  const store = { check: publishCheck, support_key: supportKey(), issuer: issuer.value };
  const { publicUrl: public_url, trustProxy: trust_proxy } = options;
  const outside = {
    ...(public_url === undefined ? {} : { public_url }),
    ...(trust_proxy === undefined ? {} : { trust_proxy }),
  };
  const opened = await openCloud({
    clock,
    log,
    host,
    port,
    data,
    devices,
    limited: limits === 'on',
    ...(relayOnly ? {} : { store }),
    ...(engine === undefined ? {} : { engine }),
    ...outside,
  });
  if (!opened.ok) exitWith(opened.error);
  const { cloud, devices: enrolled, url, identity_url, drain, close } = opened.value;
  const metrics = await openMetricsServer(cloud.metrics, {
    host: METRICS_HOST,
    port: metricsPort,
    port_option: '--metrics-port',
    log,
  });
  if (!metrics.ok) {
    await close();
    exitWith(metrics.error);
  }
  const drain_s = options.drain ?? (engine === undefined ? 0 : SHARED_DRAIN_S);
  const drained = (): Promise<void> => {
    const { held } = cloud.stats();
    log.write('info', 'cloud', `Draining for ${drain_s} s; held requests: ${held}. A second signal stops at once.`);
    return drain(drain_s * 1000);
  };
  const closeAll = async (): Promise<void> => {
    await close();
    await metrics.value.close();
  };
  onShutdown(closeAll, drain_s > 0 ? drained : undefined);
  const registry = options.engine === undefined ? devices : 'the engine';
  if (enrolled() === 0) log.write('warn', 'devices', `No devices in ${registry} yet; add one with tapin cloud enrol.`);
  printListening({
    relay: url,
    ...(relayOnly ? {} : { store: url }),
    metrics: `${metrics.value.url}/metrics`,
    ...(identity_url === null ? {} : { identity: identity_url }),
  });
}
