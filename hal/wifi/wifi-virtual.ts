// Virtual Wi-Fi: a list of networks, on the clock of the board.

import { fail, ok, type Result } from '../../wire/errors.ts';
import type { Clock } from '../clock/clock.ts';
import type { Fault } from '../faults.ts';
import { assertSecret, WIFI_SENTENCES, type Wifi, type WifiNetwork, type WifiStatus } from './wifi.ts';

export interface VirtualNetwork {
  readonly name: string;
  readonly signal_percent: number;
  /** null for an open network. */
  readonly password: string | null;
  /** Address that the network assigns; null if it assigns none. */
  readonly address: string | null;
}

interface VirtualWifi extends Wifi {
  /** Replaces the list; leaves the joined network if the list lacks it. */
  setNetworks(networks: readonly VirtualNetwork[]): void;
  /**
   * Sets a fault. off: there is no adapter. stuck: joins get no answer. wrong: every password is refused. slow:
   * everything takes ten times as long. Errors if Wi-Fi can't have the fault.
   */
  setFault(fault: Fault): Result<void>;
  fault(): Fault;
}

interface VirtualWifiOptions {
  readonly clock: Clock;
  readonly networks?: readonly VirtualNetwork[];
}

const FAULTS: readonly Fault[] = ['ok', 'off', 'stuck', 'wrong', 'slow'];
const [SCAN_MS, STATUS_MS, JOIN_MS, JOIN_WAIT_MS] = [1500, 20, 3000, 45_000];

/** Default networks of the virtual device. */
export const VIRTUAL_NETWORKS: readonly VirtualNetwork[] = [
  { name: 'Clubhouse', signal_percent: 82, password: 'fore and aft', address: '192.168.1.20' },
  { name: 'Pro shop', signal_percent: 55, password: 'birdie-4-all', address: null },
  { name: 'Guests', signal_percent: 40, password: null, address: '10.0.0.7' },
];

interface Air {
  networks: readonly VirtualNetwork[];
  fault: Fault;
  joined: string | null;
  /** Stored password by network name. */
  readonly known: Map<string, string | null>;
}

const missing = fail('wifi_missing', WIFI_SENTENCES.missing);

export function createVirtualWifi({ clock, networks = VIRTUAL_NETWORKS }: VirtualWifiOptions): VirtualWifi {
  const air: Air = { networks, fault: 'ok', joined: null, known: new Map() };
  let before: Promise<unknown> = Promise.resolve();
  const later = <T>(after_ms: () => number, act: () => Result<T>): Promise<Result<T>> => {
    const waited = before.then(
      () =>
        new Promise<void>((resolve) => {
          clock.setTimeout(resolve, after_ms() * (air.fault === 'slow' ? 10 : 1));
        }),
    );
    const answer = waited.then(() => (air.fault === 'off' ? missing : act()));
    before = answer;
    return answer;
  };
  return {
    scan: () => later(() => SCAN_MS, () => ok(visibleNetworks(air))), // oxfmt-ignore
    status: () => later(() => STATUS_MS, () => ok(statusOf(air))), // oxfmt-ignore
    join(name, secret) {
      assertSecret(secret);
      return later(
        () => (air.fault === 'stuck' ? JOIN_WAIT_MS : JOIN_MS),
        () => join(air, name, secret),
      );
    },
    forget: (name) =>
      later(
        () => STATUS_MS,
        () => {
          if (!air.known.delete(name)) return fail('wifi_not_found', WIFI_SENTENCES.unknown(name));
          if (air.joined === name) air.joined = null;
          return ok(undefined);
        },
      ),
    setNetworks(next) {
      air.networks = next;
      if (!next.some(({ name }) => name === air.joined)) air.joined = null;
    },
    setFault(next) {
      if (!FAULTS.includes(next))
        return fail('fault_unsupported', `Wi-Fi has no fault ${JSON.stringify(next)}; it has ${FAULTS.join(', ')}.`);
      air.fault = next;
      return ok(undefined);
    },
    fault: () => air.fault,
  };
}

const visibleNetworks = ({ networks, known, joined }: Air): readonly WifiNetwork[] =>
  networks.map(({ name, signal_percent, password }) => ({
    name,
    signal_percent,
    secured: password !== null,
    known: known.has(name),
    in_use: name === joined,
  }));

function statusOf({ networks, joined }: Air): WifiStatus {
  const network = networks.find(({ name }) => name === joined);
  return { name: joined, signal_percent: network?.signal_percent ?? 0, address: network?.address ?? null };
}

function join(air: Air, name: string, secret: string | null): Result<void> {
  const network = air.networks.find((each) => each.name === name);
  if (!network) return fail('wifi_not_found', WIFI_SENTENCES.not_found(name));
  const { password, address } = network;
  const given = secret ?? air.known.get(name) ?? null;
  if (password !== null && given === null) return fail('wifi_refused', WIFI_SENTENCES.wanted(name));
  if (air.fault === 'stuck') return fail('wifi_timeout', WIFI_SENTENCES.timeout(name));
  if (password !== null && (given !== password || air.fault === 'wrong'))
    return fail('wifi_refused', WIFI_SENTENCES.refused(name));
  if (address === null) return fail('wifi_no_address', WIFI_SENTENCES.no_address(name));
  air.known.set(name, given);
  air.joined = name;
  return ok(undefined);
}
