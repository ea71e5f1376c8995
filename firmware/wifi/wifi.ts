// What is known of the Wi-Fi, as rules without xstate: the networks, the one that is joined, and what became of what was asked.

import type { WifiNetwork, WifiStatus } from '../../hal/wifi/wifi.ts';
import type { Result } from '../../wire/errors.ts';

/** The networks and the one that is joined, as a look finds them. */
export interface WifiLook {
  readonly networks: readonly WifiNetwork[];
  readonly status: WifiStatus;
}

export interface WifiContext extends WifiLook {
  /** What is being joined or forgotten. */
  readonly name: string;
  /** What became of the last thing that was asked, in a sentence; '' for nothing. */
  readonly said: string;
  /** A look came to nothing, in a sentence; '' where it did not. */
  readonly unseen: string;
  /** A network whose password was wrong when it was tried last; '' for none. */
  readonly refused: string;
}

const NOT_JOINED: WifiStatus = { name: null, signal_percent: 0, address: null };
export const NO_LOOK: WifiContext = {
  networks: [],
  status: NOT_JOINED,
  name: '',
  said: '',
  unseen: '',
  refused: '',
};

/** What it is doing just now. */
type Action = 'nothing' | 'looking' | 'joining' | 'forgetting';

export interface WifiView extends WifiContext {
  /** This board has Wi-Fi. */
  readonly there: boolean;
  readonly doing: Action;
}

export const NO_WIFI: WifiView = { ...NO_LOOK, there: false, doing: 'nothing' };

const ACTIONS: Readonly<Record<string, Action>> = { looking: 'looking', joining: 'joining', forgetting: 'forgetting' };

export const wifiView = (context: WifiContext, state: string): WifiView => ({
  ...context,
  there: state !== 'absent',
  doing: ACTIONS[state] ?? 'nothing',
});

/** The one in use, then those that are known, then the strongest. */
const before = (a: WifiNetwork, b: WifiNetwork): number =>
  Number(b.in_use) - Number(a.in_use) || Number(b.known) - Number(a.known) || b.signal_percent - a.signal_percent;

export const withLook = (look: Result<WifiLook>): Partial<WifiContext> =>
  look.ok
    ? { ...look.value, networks: look.value.networks.toSorted(before), unseen: '' }
    : { networks: [], status: NOT_JOINED, unseen: look.error.message };

export function withJoined({ name }: Pick<WifiContext, 'name'>, result: Result<void>): Partial<WifiContext> {
  if (result.ok) return { said: '', refused: '' };
  return { said: result.error.message, refused: result.error.code === 'wifi_refused' ? name : '' };
}

export const withForgotten = ({ name }: Pick<WifiContext, 'name'>, result: Result<void>): Partial<WifiContext> => ({
  said: result.ok ? `${name} is forgotten.` : result.error.message,
  refused: '',
});
