// Virtual Wi-Fi: a list of networks, on the clock of the board.

import { fail, ok, type Result } from '../../wire/errors.ts';
import type { Clock } from '../clock/clock.ts';
import type { Fault } from '../faults.ts';
import { createVirtualLink, type VirtualLink } from '../link/link-virtual.ts';
import type { Link } from '../link/link.ts';
import {
  assertSecret,
  WIFI_SENTENCES,
  type AccessPoint,
  type JoinOptions,
  type Wifi,
  type WifiNetwork,
  type WifiStatus,
} from './wifi.ts';

export interface VirtualNetwork {
  readonly name: string;
  readonly signal_percent: number;
  /** null for an open network. */
  readonly password: string | null;
  /** Address that the network assigns; null if it assigns none. */
  readonly address: string | null;
  /** User name that the network requires. Default: none. */
  readonly user?: string;
  /** Whether it does not announce its name. Default: false. */
  readonly hidden?: boolean;
  /** Whether it is a captive portal. Default: false. */
  readonly sign_in?: boolean;
}

interface VirtualWifi extends Wifi {
  /** Network of a board that has no other way than its Wi-Fi. */
  readonly link: Link;
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
/** Delay until the board rejoins a known network, once its own is closed. */
const REJOIN_MS = 5000;
const ACCESS_POINT: AccessPoint = { name: 'putter-0000', password: 'make-them-all', address: null };

/** Default networks of the virtual device. */
export const VIRTUAL_NETWORKS: readonly VirtualNetwork[] = [
  { name: 'Clubhouse', signal_percent: 82, password: 'fore and aft', address: '192.168.1.20' },
  { name: 'Pro shop', signal_percent: 55, password: 'birdie-4-all', address: null },
  { name: 'Guests', signal_percent: 40, password: null, address: '10.0.0.7' },
  { name: 'Academy', signal_percent: 30, password: 'swing-4-it', user: 'pro', address: '10.1.0.9' },
  { name: 'Hotel', signal_percent: 25, password: null, address: '10.2.0.3', sign_in: true },
  { name: 'Back nine', signal_percent: 20, password: 'out of sight', hidden: true, address: '192.168.9.2' },
];

interface Air {
  readonly link: VirtualLink;
  networks: readonly VirtualNetwork[];
  fault: Fault;
  joined: string | null;
  is_open: boolean;
  /** Stored password by network name. */
  readonly known: Map<string, string | null>;
}

const missing = fail('wifi_missing', WIFI_SENTENCES.missing);

export function createVirtualWifi({ clock, networks = VIRTUAL_NETWORKS }: VirtualWifiOptions): VirtualWifi {
  const link = createVirtualLink({ joined: false });
  const air: Air = { link, networks, fault: 'ok', joined: null, is_open: false, known: new Map() };
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
    link,
    scan: () => later(() => SCAN_MS, () => ok(visibleNetworks(air))), // oxfmt-ignore
    status: () => later(() => STATUS_MS, () => ok(statusOf(air))), // oxfmt-ignore
    join(name, secret, options = {}) {
      assertSecret(secret, options.user);
      return later(
        () => (air.fault === 'stuck' ? JOIN_WAIT_MS : JOIN_MS),
        () => join(air, name, secret, options),
      );
    },
    forget: (name) =>
      later(
        () => STATUS_MS,
        () => {
          if (!air.known.delete(name)) return fail('wifi_not_found', WIFI_SENTENCES.unknown(name));
          if (air.joined === name) setJoined(air, null);
          return ok(undefined);
        },
      ),
    forgetAll: () =>
      later(
        () => STATUS_MS,
        () => {
          air.known.clear();
          setJoined(air, null);
          return ok(undefined);
        },
      ),
    ...ownNetwork(air, { clock, later }),
    setCountry: () => later(() => STATUS_MS, () => ok(undefined)), // oxfmt-ignore
    setNetworks(next) {
      air.networks = next;
      if (!next.some(({ name }) => name === air.joined)) setJoined(air, null);
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

interface OwnNetworkDeps {
  readonly clock: Clock;
  readonly later: <T>(after_ms: () => number, act: () => Result<T>) => Promise<Result<T>>;
}

const ownNetwork = (
  air: Air,
  { clock, later }: OwnNetworkDeps,
): Pick<Wifi, 'openAccessPoint' | 'closeAccessPoint' | 'accessPoint'> => ({
  openAccessPoint: () =>
    later(
      () => JOIN_MS,
      () => {
        setJoined(air, null);
        air.is_open = true;
        return ok(undefined);
      },
    ),
  closeAccessPoint: () =>
    later(
      () => STATUS_MS,
      () => {
        if (air.is_open) clock.setTimeout(() => rejoin(air), REJOIN_MS);
        air.is_open = false;
        return ok(undefined);
      },
    ),
  accessPoint: () => (air.is_open ? ACCESS_POINT : null),
});

function setJoined(air: Air, name: string | null): void {
  air.joined = name;
  air.link.setJoined(name !== null);
}

/** Hidden networks are listed once they are joined, by the profile that was made for them. */
const visibleNetworks = ({ networks, known, joined }: Air): readonly WifiNetwork[] =>
  networks
    .filter(({ name, hidden = false }) => !hidden || name === joined)
    .map(({ name, signal_percent, password, user }) => ({
      name,
      signal_percent,
      secured: password !== null,
      enterprise: user !== undefined,
      known: known.has(name),
      in_use: name === joined,
    }));

function statusOf({ networks, joined, known }: Air): WifiStatus {
  const { signal_percent = 0, address = null, sign_in = false } = networks.find(({ name }) => name === joined) ?? {};
  return { name: joined, signal_percent, address, sign_in, has_known: known.size > 0 };
}

function rejoin(air: Air): void {
  if (!air.is_open && air.joined === null)
    setJoined(air, air.networks.find(({ name }) => air.known.has(name))?.name ?? null);
}

function join(air: Air, name: string, secret: string | null, { user, hidden = false }: JoinOptions): Result<void> {
  air.is_open = false;
  const network = air.networks.find((each) => each.name === name);
  if (!network || (network.hidden && !hidden && !air.known.has(name)))
    return fail('wifi_not_found', WIFI_SENTENCES.not_found(name));
  const { password, address } = network;
  const given = secret ?? air.known.get(name) ?? null;
  if (password !== null && given === null) return fail('wifi_refused', WIFI_SENTENCES.wanted(name));
  if (network.user !== undefined && user === undefined && !air.known.has(name))
    return fail('wifi_failed', WIFI_SENTENCES.user_wanted(name));
  if (air.fault === 'stuck') return fail('wifi_timeout', WIFI_SENTENCES.timeout(name));
  const is_wrong = given !== password || air.fault === 'wrong' || (user !== undefined && user !== network.user);
  if (password !== null && is_wrong) return fail('wifi_refused', WIFI_SENTENCES.refused(name));
  if (address === null) return fail('wifi_no_address', WIFI_SENTENCES.no_address(name));
  air.known.set(name, given);
  setJoined(air, name);
  return ok(undefined);
}
