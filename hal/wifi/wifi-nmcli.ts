// Wi-Fi of a Linux machine managed by NetworkManager, as on Raspberry Pi OS, through nmcli (1.42 or later).
// A network is a NetworkManager profile: joining creates one, which NetworkManager joins again after a restart, and
// forgetting deletes it. Stations are addressed by BSSID and profiles by UUID; a profile works for every station of that
// name. Only a typed name is an argument (nmcli-profile.ts).
// A new password creates a second profile. If joining fails, nmcli leaves that profile behind with the wrong password,
// so it is deleted; the older profiles of the network are deleted only after the new one has joined.

import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { fail, ok, type Result } from '../../wire/errors.ts';
import {
  readProfileName,
  readShown,
  readStations,
  readTable,
  reasonOf,
  NOT_THERE,
  STATION_FIELDS,
  type Station,
  type WantedNetwork,
} from './nmcli-output.ts';
import {
  ACCESS_POINT_PROFILE,
  accessPointProfile,
  activate,
  JOIN_END_MS,
  JOIN_WAIT_S,
  PROFILE_NAME,
  profileOf,
} from './nmcli-profile.ts';
import { nmcliFrom, type Nmcli, type NmcliAnswer } from './nmcli.ts';
import {
  assertSecret,
  WIFI_SENTENCES,
  type AccessPoint,
  type JoinOptions,
  type Wifi,
  type WifiNetwork,
  type WifiStatus,
} from './wifi.ts';

interface NmcliWifiOptions {
  readonly program?: string;
  /** Name of the adapter, such as wlan0. Default: the first one. */
  readonly adapter?: string | undefined;
  /** Returns the access point to open. Default: it can't be opened. */
  readonly accessPoint?: () => Promise<Result<AccessPoint>>;
  /** Called with the address of the open access point, and with null when it closes. */
  readonly onAccessPoint?: (address: string | null) => void;
  /** Called with the country, which only root may set. Default: the country is not set. */
  readonly setCountry?: (country: string) => Promise<Result<void>>;
  /** Aborts calls in progress. */
  readonly signal?: AbortSignal;
}

const TERSE = ['--terse', '--escape', 'yes'] as const;

export function createNmcliWifi(options: NmcliWifiOptions = {}): Wifi {
  const { program = 'nmcli', adapter, signal } = options;
  const nmcli = nmcliFrom(program, signal);
  let open: OpenAccessPoint | null = null;
  const close = async (): Promise<void> => {
    if (open) options.onAccessPoint?.(null);
    open = null;
    await nmcli({ args: ['connection', 'delete', 'id', ACCESS_POINT_PROFILE] });
  };
  // An earlier run may have ended with its access point open.
  let before: Promise<unknown> = options.accessPoint ? close() : Promise.resolve();
  /** Queues the calls, and looks up the adapter for each. */
  const inTurn = <T>(act: (device: string) => Promise<Result<T>>): Promise<Result<T>> => {
    const answer = before.then(async () => {
      const device = await adapterOf(nmcli, adapter);
      return device.ok ? act(device.value) : device;
    });
    before = answer;
    return answer;
  };
  return {
    scan: () => inTurn(async (device) => (open ? ok(open.networks) : scan(nmcli, device))),
    status: () =>
      inTurn(async (device) => (open ? ok({ ...NOT_JOINED, has_known: open.has_known }) : statusOf(nmcli, device))),
    join(name, secret, how = {}) {
      assertSecret(secret, how.user);
      return inTurn(async (device) => {
        const was_open = open !== null;
        if (was_open) await close();
        return join(nmcli, { device, name, secret, was_open, ...how });
      });
    },
    forget: (name) => inTurn(() => forget(nmcli, name)),
    forgetAll: () =>
      inTurn(async () => {
        await close();
        return forgetAll(nmcli);
      }),
    openAccessPoint: () =>
      inTurn(async (device) => {
        if (open && (await isActive(nmcli))) return ok(undefined);
        if (!options.accessPoint) return fail('wifi_failed', 'This board has no network of its own.');
        const point = await options.accessPoint();
        if (!point.ok) return point;
        const networks = await scanForPhones(nmcli, device);
        await close();
        const profiles = await profilesOf(nmcli);
        const has_known = profiles.ok && profiles.value.size > 0;
        const opened = await activate(nmcli, accessPointProfile(device, point.value));
        if (!opened.ok) {
          await close();
          return reasonOf(opened);
        }
        open = { point: point.value, networks: networks.ok ? networks.value : [], has_known };
        options.onAccessPoint?.(point.value.address);
        return ok(undefined);
      }),
    closeAccessPoint: () =>
      inTurn(async () => {
        await close();
        return ok(undefined);
      }),
    accessPoint: () => open?.point ?? null,
    setCountry: (country) => inTurn(async () => options.setCountry?.(country) ?? ok(undefined)),
  };
}

const NOT_JOINED: WifiStatus = { name: null, signal_percent: 0, address: null, sign_in: false, has_known: false };

interface OpenAccessPoint {
  readonly point: AccessPoint;
  /** Networks found before it was opened. */
  readonly networks: readonly WifiNetwork[];
  readonly has_known: boolean;
}

const printed = (nmcli: Nmcli, fields: string, ...args: readonly string[]): Promise<NmcliAnswer> =>
  nmcli({ args: [...TERSE, '--fields', fields, ...args] });

async function adapterOf(nmcli: Nmcli, wanted: string | undefined): Promise<Result<string>> {
  const listed = await printed(nmcli, 'DEVICE,TYPE,STATE', 'device', 'status');
  if (!listed.ok) return reasonOf(listed);
  const found = readTable(listed.stdout).find(
    ([device, type, state]) =>
      type === 'wifi' &&
      (wanted === undefined || device === wanted) &&
      state !== 'unavailable' && // switched off by rfkill
      state !== 'unmanaged',
  );
  return found?.[0] ? ok(found[0]) : fail('wifi_missing', WIFI_SENTENCES.missing);
}

/** `auto` scans if the last scan is older than 30 s. */
type Rescan = 'auto' | 'yes' | 'no';

async function stationsOf(nmcli: Nmcli, device: string, rescan: Rescan): Promise<Result<readonly Station[]>> {
  const list = ['device', 'wifi', 'list', 'ifname', device, '--rescan', rescan] as const;
  const listed = await printed(nmcli, STATION_FIELDS, ...list);
  return listed.ok ? ok(readStations(listed.stdout)) : reasonOf(listed);
}

/** Scans after the access point has closed: for a few seconds the adapter finds nothing. */
const [SCANS, SCAN_EVERY_MS] = [6, 2000];
const EMPTY_SCANS = 3;

/** Returns the stations, once the wanted one is found. */
async function stationsFor(
  nmcli: Nmcli,
  { device, name, was_open }: Pick<Joining, 'device' | 'name' | 'was_open'>,
): Promise<Result<readonly Station[]>> {
  for (let scans = 1; ; scans++) {
    const stations = await stationsOf(nmcli, device, was_open ? 'yes' : 'auto');
    if (!was_open || scans === SCANS || (stations.ok && stations.value.some((each) => each.name === name)))
      return stations;
    await setTimeout(SCAN_EVERY_MS);
  }
}

/**
 * Scans before the access point opens, which ends all scans: its list is what a phone chooses from. An adapter that has
 * just started may find nothing at first.
 */
async function scanForPhones(nmcli: Nmcli, device: string): Promise<Result<readonly WifiNetwork[]>> {
  for (let scans = 1; ; scans++) {
    const networks = await scan(nmcli, device, 'yes');
    if (!networks.ok || networks.value.length > 0 || scans === EMPTY_SCANS) return networks;
    await setTimeout(SCAN_EVERY_MS);
  }
}

const PROFILES_MAX = 64;
const UUID = /^[0-9a-f][0-9a-f-]+$/i;

/** Returns the Wi-Fi profiles: UUID → network name, which may differ from the profile name. At most PROFILES_MAX. */
async function profilesOf(nmcli: Nmcli): Promise<Result<ReadonlyMap<string, string>>> {
  const listed = await printed(nmcli, 'UUID,TYPE', 'connection', 'show');
  if (!listed.ok) return reasonOf(listed);
  const uuids = readTable(listed.stdout).flatMap(([uuid = '', type]) =>
    type === '802-11-wireless' && UUID.test(uuid) ? [uuid] : [],
  );
  const profiles = new Map<string, string>();
  for (const uuid of uuids.slice(0, PROFILES_MAX)) {
    // Requested separately and unescaped: the whole output is the name, so a line break in it is harmless.
    const args = ['--escape', 'no', '--get-values', '802-11-wireless.ssid', 'connection', 'show', 'uuid', uuid];
    const shown = await nmcli({ args });
    if (shown.ok) profiles.set(uuid, readProfileName(shown.stdout));
    else if (shown.exit_code !== NOT_THERE) return reasonOf(shown); // it may have been deleted in the meantime
  }
  return ok(profiles);
}

const withName = (profiles: ReadonlyMap<string, string>, name: string): readonly string[] =>
  [...profiles].flatMap(([uuid, of]) => (of === name ? [uuid] : []));

async function scan(nmcli: Nmcli, device: string, rescan: Rescan = 'auto'): Promise<Result<readonly WifiNetwork[]>> {
  const stations = await stationsOf(nmcli, device, rescan);
  if (!stations.ok) return stations;
  const profiles = await profilesOf(nmcli);
  if (!profiles.ok) return profiles;
  return ok(
    stations.value.map(({ name, signal_percent, secured, enterprise, in_use }) => ({
      name,
      signal_percent,
      secured,
      enterprise,
      known: withName(profiles.value, name).length > 0,
      in_use,
    })),
  );
}

async function statusOf(nmcli: Nmcli, device: string): Promise<Result<WifiStatus>> {
  const answer = await printed(nmcli, 'GENERAL.CON-UUID,IP4.ADDRESS', 'device', 'show', device);
  if (!answer.ok) return reasonOf(answer);
  const shown = readShown(answer.stdout);
  const uuid = shown.get('GENERAL.CON-UUID') ?? '';
  const profiles = await profilesOf(nmcli);
  const has_known = profiles.ok && profiles.value.size > 0;
  if (uuid === '' || uuid === '--') return ok({ ...NOT_JOINED, has_known });
  const stations = await stationsOf(nmcli, device, 'no');
  const name = (profiles.ok && profiles.value.get(uuid)) || null;
  const used = stations.ok ? stations.value.find(({ in_use }) => in_use) : undefined;
  const [address = ''] = (shown.get('IP4.ADDRESS[1]') ?? '').split('/');
  const portal = await nmcli({ args: ['networking', 'connectivity'] });
  return ok({
    name: name ?? used?.name ?? null,
    signal_percent: used?.signal_percent ?? 0,
    address: address || null,
    sign_in: portal.ok && portal.stdout.trim() === 'portal',
    has_known,
  });
}

interface Joining extends JoinOptions {
  /** Whether the access point was open until now. */
  readonly was_open: boolean;
  readonly device: string;
  readonly name: string;
  readonly secret: string | null;
}

async function join(nmcli: Nmcli, { device, was_open, name, secret, user, hidden }: Joining): Promise<Result<void>> {
  const stations = await stationsFor(nmcli, { device, name, was_open });
  if (!stations.ok) return stations;
  const station = stations.value.find((each) => each.name === name);
  if (!station && !hidden) return fail('wifi_not_found', WIFI_SENTENCES.not_found(name));
  const profiles = await profilesOf(nmcli);
  if (!profiles.ok) return profiles;
  const older = withName(profiles.value, name);
  const [known] = older;
  const secured = station?.secured ?? secret !== null;
  const wait = ['--wait', String(JOIN_WAIT_S)] as const;
  if (secret === null && known !== undefined) {
    const args = [...wait, 'connection', 'up', 'uuid', known];
    return joined(await nmcli({ args, wait_ms: JOIN_END_MS }), { name, secured });
  }
  if (secret === null && secured) return fail('wifi_refused', WIFI_SENTENCES.wanted(name));
  if (station?.enterprise && user === undefined) return fail('wifi_failed', WIFI_SENTENCES.user_wanted(name));
  const result = joined(
    station && user === undefined
      ? await connectTo(nmcli, { device, bssid: station.bssid, secret, renamed: known !== undefined })
      : await activate(nmcli, profileOf({ device, name, secret, user, hidden: station === undefined })),
    { name, secured, hidden: station === undefined },
  );
  if (result.ok) await remove(nmcli, older);
  else await removeNewer(nmcli, profiles.value, name);
  return result;
}

/** Joins a station. `renamed`: without a new name nmcli would write the new password into the older profile. */
async function connectTo(
  nmcli: Nmcli,
  station: {
    readonly device: string;
    readonly bssid: string;
    readonly secret: string | null;
    readonly renamed: boolean;
  },
): Promise<NmcliAnswer> {
  const { device, bssid, secret, renamed } = station;
  const own_name = renamed ? ['name', `${PROFILE_NAME} ${randomUUID()}`] : [];
  const connect = ['device', 'wifi', 'connect', bssid, 'ifname', device, ...own_name];
  const input = secret === null ? {} : { input: `${secret}\n` };
  return nmcli({ args: ['--ask', '--wait', String(JOIN_WAIT_S), ...connect], ...input, wait_ms: JOIN_END_MS });
}

/**
 * Success messages. No network name is long enough to forge them. The exit code is not enough: nmcli also exits with 0
 * when a prompt finds no input.
 */
const ACTIVATED = /Device '\S+' successfully activated with '|Connection successfully activated \(D-Bus active path: /;

const joined = (answer: NmcliAnswer, wanted: WantedNetwork): Result<void> =>
  answer.ok && ACTIVATED.test(answer.stdout) ? ok(undefined) : reasonOf(answer, wanted);

/** Deletes the profiles of a network that a failed join has created. */
async function removeNewer(nmcli: Nmcli, before: ReadonlyMap<string, string>, name: string): Promise<void> {
  const now = await profilesOf(nmcli);
  if (now.ok)
    await remove(
      nmcli,
      withName(now.value, name).filter((uuid) => !before.has(uuid)),
    );
}

async function forget(nmcli: Nmcli, name: string): Promise<Result<void>> {
  const profiles = await profilesOf(nmcli);
  if (!profiles.ok) return profiles;
  const found = withName(profiles.value, name);
  if (found.length === 0) return fail('wifi_not_found', WIFI_SENTENCES.unknown(name));
  const removed = await remove(nmcli, found);
  return removed === null || removed.ok ? ok(undefined) : reasonOf(removed);
}

/** Whether the access point is still there: another program may have closed it. */
async function isActive(nmcli: Nmcli): Promise<boolean> {
  const active = await printed(nmcli, 'NAME', 'connection', 'show', '--active');
  return active.ok && readTable(active.stdout).some(([name]) => name === ACCESS_POINT_PROFILE);
}

async function forgetAll(nmcli: Nmcli): Promise<Result<void>> {
  const profiles = await profilesOf(nmcli);
  if (!profiles.ok) return profiles;
  const removed = await remove(nmcli, [...profiles.value.keys()]);
  return removed === null || removed.ok ? ok(undefined) : reasonOf(removed);
}

async function remove(nmcli: Nmcli, uuids: readonly string[]): Promise<NmcliAnswer | null> {
  if (uuids.length === 0) return null;
  return nmcli({ args: ['connection', 'delete', ...uuids.flatMap((uuid) => ['uuid', uuid])] });
}
