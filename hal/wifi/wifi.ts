// The Wi-Fi port: the networks that this board hears, and the one that it is joined to. A board without the port has no Wi-Fi.
//
// Contract
// - Nothing rejects: an error is a value with one sentence for people. `wifi_missing` (no adapter, or nothing that manages it) may come from
//   every call, and be over at the next one.
// - Calls are carried out one after the other, in their order; nobody has to wait for one before the next.
// - `scan` gives each name once, with its strongest station; networks without a name are left out. It takes some seconds.
// - A name may hold any 32 bytes. It is UTF-8, or else Latin-1; characters that do not show are escaped (`\u000a`), so a name is one line.
// - `join` answers when the network is joined and has given an address, or says why not: `wifi_not_found`, `wifi_refused` (the password is
//   wrong, or one is needed), `wifi_no_address`, `wifi_timeout`, `wifi_failed`. What is joined is remembered over a restart, and joined again
//   by itself. A secret that failed is not remembered; what was remembered before stays.
// - A secret is never in a log, in an error, or in the arguments of a process. One that is no password of Wi-Fi (wire/wifi-secret.ts) is a
//   programmer's error.

import { assert, type Result } from '../../wire/errors.ts';
import { isWifiSecret } from '../../wire/wifi-secret.ts';

export interface WifiNetwork {
  readonly name: string;
  /** 0..100 */
  readonly signal_percent: number;
  /** Joining it takes a password. */
  readonly secured: boolean;
  /** It was joined before: its password is remembered. */
  readonly known: boolean;
  readonly in_use: boolean;
}

/** What is joined now. */
export interface WifiStatus {
  /** Null where no network is joined. */
  readonly name: string | null;
  /** 0..100 */
  readonly signal_percent: number;
  /** Such as 192.168.1.20; null before the network has given one. */
  readonly address: string | null;
}

export interface Wifi {
  /** Errors: `wifi_missing`, `wifi_failed`. */
  scan(): Promise<Result<readonly WifiNetwork[]>>;
  /** Errors: `wifi_missing`, `wifi_failed`. */
  status(): Promise<Result<WifiStatus>>;
  /**
   * @param secret Null for a network that is open, or known: then by what is remembered. Another takes the place of what is remembered.
   * @returns Errors: `wifi_missing`, `wifi_not_found`, `wifi_refused`, `wifi_no_address`, `wifi_timeout`, `wifi_failed`.
   * @throws For a secret that is no password of Wi-Fi, which is a programmer's error.
   */
  join(name: string, secret: string | null): Promise<Result<void>>;
  /** Leaves it, if it is joined, and remembers it no more. Errors: `wifi_missing`, `wifi_not_found`, `wifi_failed`. */
  forget(name: string): Promise<Result<void>>;
}

export const assertSecret = (secret: string | null): void =>
  assert(secret === null || isWifiSecret(secret), 'a password of Wi-Fi');

/** What is said of a network, the same for every board. */
export const WIFI_SENTENCES = {
  missing: 'This board has no Wi-Fi, or it is switched off.',
  not_found: (name: string) => `${name} is not found.`,
  refused: (name: string) => `The password of ${name} is wrong.`,
  wanted: (name: string) => `${name} asks for a password.`,
  no_address: (name: string) => `${name} gives no address.`,
  timeout: (name: string) => `${name} does not answer in time.`,
  unknown: (name: string) => `${name} is not remembered.`,
} as const;
