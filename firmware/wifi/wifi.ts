// State of the Wi-Fi, independent of XState: the networks, the joined one, and the result of the last request.

import type { WifiNetwork, WifiStatus } from '../../hal/wifi/wifi.ts';
import type { Result } from '../../wire/errors.ts';
import { SETTINGS_DEFAULT, type Settings } from '../persisted/settings.ts';

/** Result of a scan: the networks and the joined one. */
export interface WifiScan {
  readonly networks: readonly WifiNetwork[];
  readonly status: WifiStatus;
}

/** State of the device that concerns its Wi-Fi. */
export interface WifiPersisted extends Pick<Settings, 'set_up' | 'country' | 'own_network'> {
  /** Whether the device is on any network, Wi-Fi or another, besides its own. */
  readonly networked: boolean;
}

export interface WifiContext extends WifiScan {
  readonly persisted: WifiPersisted;
  /** Whether the device's own network is open, or was before the request in progress. */
  readonly sharing: boolean;
  /** Whether the last attempt to open it failed. */
  readonly failed_to_open: boolean;
  /** Network being joined or forgotten. */
  readonly name: string;
  /** Result of the last request, one sentence; '' if none. */
  readonly message: string;
  /** Error of the last scan, one sentence; '' if none. */
  readonly unseen: string;
  /** Network whose password was wrong at the last attempt; '' if none. */
  readonly refused: string;
}

const NOT_JOINED: WifiStatus = { name: null, signal_percent: 0, address: null, sign_in: false, has_known: false };
export const NO_SCAN: WifiContext = {
  persisted: { ...SETTINGS_DEFAULT, networked: false },
  sharing: false,
  failed_to_open: false,
  networks: [],
  status: NOT_JOINED,
  name: '',
  message: '',
  unseen: '',
  refused: '',
};

/** Action in progress. */
type Action = 'nothing' | 'looking' | 'joining' | 'forgetting' | 'opening' | 'sharing' | 'closing';

export interface WifiView extends WifiContext {
  /** Whether this board has Wi-Fi. */
  readonly there: boolean;
  readonly action: Action;
}

export const NO_WIFI: WifiView = { ...NO_SCAN, there: false, action: 'nothing' };

const ACTIONS: readonly Action[] = ['looking', 'joining', 'forgetting', 'opening', 'sharing', 'closing'];

export const wifiView = (context: WifiContext, state: string): WifiView => ({
  ...context,
  there: state !== 'absent',
  action: ACTIONS.find((action) => action === state) ?? 'nothing',
});

/** Orders the network in use first, then known ones, then by signal strength. */
const before = (a: WifiNetwork, b: WifiNetwork): number =>
  Number(b.in_use) - Number(a.in_use) || Number(b.known) - Number(a.known) || b.signal_percent - a.signal_percent;

export const withScan = (scan: Result<WifiScan>): Partial<WifiContext> =>
  scan.ok
    ? { ...scan.value, networks: scan.value.networks.toSorted(before), unseen: '' }
    : { networks: [], status: NOT_JOINED, unseen: scan.error.message };

export function withJoined({ name }: Pick<WifiContext, 'name'>, result: Result<void>): Partial<WifiContext> {
  if (result.ok) return { message: '', refused: '' };
  return { message: result.error.message, refused: result.error.code === 'wifi_refused' ? name : '' };
}

export const withForgotten = ({ name }: Pick<WifiContext, 'name'>, result: Result<void>): Partial<WifiContext> => ({
  message: result.ok ? `${name} forgotten.` : result.error.message,
  refused: '',
});

export const withOpened = (result: Result<void>): Partial<WifiContext> =>
  result.ok ? {} : { message: result.error.message, failed_to_open: true };

/** Wait for a known network before the device opens its own: a router may start more slowly than the device. */
const ALONE_MS = 60_000;

/** Time for the board to rejoin a known network after it has closed its own. */
export const REJOIN_MS = 30_000;

/** Returns the wait before the device opens its own network. At the first start there is nothing to wait for. */
export const aloneAfter_ms = ({ persisted, status, failed_to_open }: WifiContext): number =>
  persisted.set_up || status.has_known || failed_to_open ? ALONE_MS : 0;

/** Wait before the device looks for its adapter again. */
export const LOOK_AGAIN_MS = 15_000;

/** Whether the device should open its own network: it is on no other, and has an adapter. */
export const isAlone = ({ persisted, status, unseen }: WifiContext): boolean =>
  persisted.own_network && !persisted.networked && status.name === null && unseen === '';

/** Whether leaving the device's own network may help: a known network may be back. */
export const mayRejoin = ({ status }: WifiContext): boolean => status.has_known;
