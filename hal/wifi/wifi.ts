// Wi-Fi port: the networks in range of this board, and the network that it has joined. A board without the port has no
// Wi-Fi. Contract: nothing rejects; an error is a value with a one-sentence message for the player. Any call may return
// `wifi_missing` (no adapter, or no service that manages it), and the next call may succeed. Calls run one after
// another, in order; the caller need not await one before the next. `scan` returns each name once, with its strongest
// station, and omits networks without a name. It takes some seconds. A name may be any 32 bytes. It is UTF-8, or else
// Latin-1; invisible characters are escaped (`\u000a`), so a name is one line. `join` resolves when the network is
// joined and has assigned an address, or with the reason: `wifi_not_found`, `wifi_refused` (the password is wrong or
// missing), `wifi_no_address`, `wifi_timeout`, `wifi_failed`. A joined network is remembered across restarts and
// rejoined automatically. A secret that failed is not remembered; a secret remembered before is kept. A secret never
// appears in a log, in an error, or in process arguments. An invalid Wi-Fi password (wire/wifi-secret.ts) is a
// programming error.

import { assert, type Result } from '../../wire/errors.ts';
import { isWifiSecret } from '../../wire/wifi-secret.ts';

export interface WifiNetwork {
  readonly name: string;
  /** Signal strength, 0..100. */
  readonly signal_percent: number;
  /** Whether joining requires a password. */
  readonly secured: boolean;
  /** Whether it was joined before and its password is stored. */
  readonly known: boolean;
  readonly in_use: boolean;
}

/** Joined network, if any. */
export interface WifiStatus {
  /** Name of the joined network; null if none. */
  readonly name: string | null;
  /** Signal strength, 0..100. */
  readonly signal_percent: number;
  /** Address such as 192.168.1.20; null before the network has assigned one. */
  readonly address: string | null;
}

export interface Wifi {
  /** Scans for networks. Errors: `wifi_missing`, `wifi_failed`. */
  scan(): Promise<Result<readonly WifiNetwork[]>>;
  /** Returns the joined network. Errors: `wifi_missing`, `wifi_failed`. */
  status(): Promise<Result<WifiStatus>>;
  /**
   * @param secret null for an open network, or for a known one to use its stored password. Any other replaces the
   * stored one.
   * @returns Errors: `wifi_missing`, `wifi_not_found`, `wifi_refused`, `wifi_no_address`, `wifi_timeout`,
   * `wifi_failed`.
   * @throws For an invalid Wi-Fi password, which is a programming error.
   */
  join(name: string, secret: string | null): Promise<Result<void>>;
  /**
   * Leaves the network if joined, and deletes its stored password. Errors: `wifi_missing`, `wifi_not_found`,
   * `wifi_failed`.
   */
  forget(name: string): Promise<Result<void>>;
}

export const assertSecret = (secret: string | null): void =>
  assert(secret === null || isWifiSecret(secret), 'invalid Wi-Fi password');

/** Messages about a network, shared by all boards. */
export const WIFI_SENTENCES = {
  missing: 'This board has no Wi-Fi, or it is switched off.',
  not_found: (name: string) => `${name} not found.`,
  refused: (name: string) => `Wrong password for ${name}.`,
  wanted: (name: string) => `${name} needs a password.`,
  no_address: (name: string) => `${name} sent no address.`,
  timeout: (name: string) => `${name} did not answer.`,
  unknown: (name: string) => `${name} is not saved.`,
} as const;
