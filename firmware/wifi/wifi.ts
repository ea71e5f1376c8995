// State of the Wi-Fi, independent of XState: the networks, the joined one, and the result of the last request.

import type { WifiNetwork, WifiStatus } from '../../hal/wifi/wifi.ts';
import type { Result } from '../../wire/errors.ts';

/** Result of a scan: the networks and the joined one. */
export interface WifiScan {
  readonly networks: readonly WifiNetwork[];
  readonly status: WifiStatus;
}

export interface WifiContext extends WifiScan {
  /** Network being joined or forgotten. */
  readonly name: string;
  /** Result of the last request, one sentence; '' if none. */
  readonly message: string;
  /** Error of the last scan, one sentence; '' if none. */
  readonly unseen: string;
  /** Network whose password was wrong at the last attempt; '' if none. */
  readonly refused: string;
}

const NOT_JOINED: WifiStatus = { name: null, signal_percent: 0, address: null };
export const NO_SCAN: WifiContext = {
  networks: [],
  status: NOT_JOINED,
  name: '',
  message: '',
  unseen: '',
  refused: '',
};

/** Action in progress. */
type Action = 'nothing' | 'looking' | 'joining' | 'forgetting';

export interface WifiView extends WifiContext {
  /** Whether this board has Wi-Fi. */
  readonly there: boolean;
  readonly action: Action;
}

export const NO_WIFI: WifiView = { ...NO_SCAN, there: false, action: 'nothing' };

const ACTIONS: Readonly<Record<string, Action>> = { looking: 'looking', joining: 'joining', forgetting: 'forgetting' };

export const wifiView = (context: WifiContext, state: string): WifiView => ({
  ...context,
  there: state !== 'absent',
  action: ACTIONS[state] ?? 'nothing',
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
