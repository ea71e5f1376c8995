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
// The board can also open a network of its own, its access point, through which a phone reaches the device where there
// is no other network. The board chooses its name and password. While it is open, `scan` returns the networks found
// before, since one adapter can't do both, and `status` returns no joined network. `join` closes it, successful or not.

import { assert, type Result } from '../../wire/errors.ts';
import { isUserText, isWifiSecret } from '../../wire/wifi-secret.ts';

export interface WifiNetwork {
  readonly name: string;
  /** Signal strength, 0..100. */
  readonly signal_percent: number;
  /** Whether joining requires a password. */
  readonly secured: boolean;
  /** Whether joining requires a user name as well (802.1X). */
  readonly enterprise: boolean;
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
  /** Whether the network blocks all traffic until a sign-in on a web page (a captive portal). */
  readonly sign_in: boolean;
  /** Whether any network is stored, in range or not. */
  readonly has_known: boolean;
}

/** The board's own network. */
export interface AccessPoint {
  readonly name: string;
  /** A secret: draw it, but keep it out of texts, logs and recordings. */
  readonly password: string;
  /** Address of the board in it; null if no other machine can reach that. */
  readonly address: string | null;
}

/** Properties of a network that a scan does not show. */
export interface JoinOptions {
  /** User name of an enterprise network (802.1X: PEAP with MSCHAPv2). Default: none. */
  readonly user?: string | undefined;
  /** Whether the network does not announce its name. Default: false. */
  readonly hidden?: boolean | undefined;
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
   * @throws For an invalid user name or password, which is a programming error.
   */
  join(name: string, secret: string | null, options?: JoinOptions): Promise<Result<void>>;
  /**
   * Leaves the network if joined, and deletes its stored password. Errors: `wifi_missing`, `wifi_not_found`,
   * `wifi_failed`.
   */
  forget(name: string): Promise<Result<void>>;
  /** Forgets every network. Errors: `wifi_missing`, `wifi_failed`. */
  forgetAll(): Promise<Result<void>>;
  /** Leaves the joined network and opens the access point. Errors: `wifi_missing`, `wifi_failed`. */
  openAccessPoint(): Promise<Result<void>>;
  /** Closes the access point, so that the board rejoins a known network. Errors: `wifi_missing`, `wifi_failed`. */
  closeAccessPoint(): Promise<Result<void>>;
  /** Returns the access point; null while it is closed. */
  accessPoint(): AccessPoint | null;
  /** Sets the country whose radio rules apply: two capital letters (ISO 3166-1). Errors: `wifi_missing`, `wifi_failed`. */
  setCountry(country: string): Promise<Result<void>>;
}

export const assertSecret = (secret: string | null, user?: string): void =>
  assert(
    secret === null || (user === undefined ? isWifiSecret(secret) : isUserText(user) && isUserText(secret)),
    'invalid Wi-Fi password',
  );

/** Messages about a network, shared by all boards. */
export const WIFI_SENTENCES = {
  missing: 'This board has no Wi-Fi, or it is switched off.',
  not_found: (name: string) => `${name} not found.`,
  hidden_not_found: (name: string) => `${name} not found, or its password is wrong.`,
  refused: (name: string) => `Wrong password for ${name}.`,
  wanted: (name: string) => `${name} needs a password.`,
  user_wanted: (name: string) => `${name} also needs a user name: use a phone.`,
  no_address: (name: string) => `${name} sent no address.`,
  timeout: (name: string) => `${name} did not answer.`,
  unknown: (name: string) => `${name} is not saved.`,
} as const;
