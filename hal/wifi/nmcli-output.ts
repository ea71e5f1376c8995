// Parses the output of nmcli --terse --escape yes, and its reasons for a failed join.
// Tabular output has one record per line, with `:` between the fields and a `\` before a `:` or a `\` within one. The
// output of `device show` has one field per line, `NAME:value`, and the value is not escaped.
// A line break in a value is printed as it is, and a network name may be any 32 bytes. So names are never read from a
// table: stations are listed with SSID-HEX, and the name of a profile is requested on its own.

import { cutAtWord } from '../../wire/cut-text.ts';
import { fail, type ErrorCode, type OperatingError } from '../../wire/errors.ts';
import { oneLine } from '../../wire/visible.ts';
import { WIFI_SENTENCES, type WifiNetwork } from './wifi.ts';

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

/** Returns the fields of each line of a table. */
export const readTable = (text: string): readonly (readonly string[])[] => linesOf(text).map(fieldsOf);

function fieldsOf(line: string): readonly string[] {
  const fields = [''];
  for (let at = 0; at < line.length; at++) {
    const symbol = line.charAt(at);
    if (symbol === ':') fields.push('');
    else fields.push(`${fields.pop() ?? ''}${symbol === '\\' ? line.charAt(++at) : symbol}`);
  }
  return fields;
}

/** Returns the fields of `show` output by name. */
export const readShown = (text: string): ReadonlyMap<string, string> =>
  new Map(
    linesOf(text).map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at), line.slice(at + 1)] as const;
    }),
  );

export interface Station extends Omit<WifiNetwork, 'known'> {
  readonly bssid: string;
  /** Security of the station, such as `WPA2` or `WPA1 WPA2`; '' if open. */
  readonly security: string;
}

/** Fields of `device wifi list`, in this order. */
export const STATION_FIELDS = 'IN-USE,BSSID,SSID-HEX,SIGNAL,SECURITY';

const BSSID = /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i;
/** Pattern of an SSID: at most 32 bytes; a hidden one has none, or zeros. */
const SSID_HEX = /^(?!(00)*$)([0-9a-f]{2}){1,32}$/i;

/**
 * Returns the strongest station of each name, or the one in use. Skips hidden networks, and rows that are not a
 * station.
 */
export function readStations(text: string): readonly Station[] {
  const strongest = new Map<string, Station>();
  for (const [use = '', bssid = '', hex = '', signal = '', security = ''] of readTable(text)) {
    if (!BSSID.test(bssid) || !SSID_HEX.test(hex)) continue;
    const name = shownName(ssidText(Buffer.from(hex, 'hex')));
    const signal_percent = Math.min(100, Math.max(0, Math.round(Number(signal)) || 0));
    // OWE encrypts without a password.
    const secured = security !== '' && !security.startsWith('OWE');
    const enterprise = /802\.1X/i.test(security);
    const station = { name, bssid, security, signal_percent, secured, enterprise, in_use: use === '*' };
    const other = strongest.get(name);
    if (!other || station.in_use || (!other.in_use && other.signal_percent < signal_percent))
      strongest.set(name, station);
  }
  return [...strongest.values()];
}

/** Returns the name of a profile from the output of --get-values. */
export const readProfileName = (text: string): string => shownName(text.replace(/\n$/, ''));

/** Decodes a name as nmcli does in the locale C.UTF-8: bytes that are not UTF-8 are Latin-1. */
function ssidText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

/** Escapes invisible characters, and backslashes that read like an escape, so different names stay different. */
const shownName = (text: string): string => oneLine(text.replace(/\\(?=u[0-9a-f]{4})/g, '\\u005c'));

/** Failed or unexpected output of nmcli. */
export interface NmcliFailure {
  /** null if nmcli was killed. */
  readonly exit_code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Network that a call concerned. */
export interface WantedNetwork {
  readonly name: string;
  /** Whether the network does not announce its name: NetworkManager then takes a wrong password for its absence. */
  readonly hidden?: boolean;
  /** Whether joining requires a password. */
  readonly secured: boolean;
}

/** Exit codes of nmcli(1). */
const [TIMED_OUT, NOT_RUNNING] = [3, 8];
export const NOT_THERE = 10;

interface Reason {
  readonly code: ErrorCode;
  readonly is: (refusal: NmcliFailure & { readonly error: string }, wanted: WantedNetwork) => boolean;
  readonly messageFor: (wanted: WantedNetwork) => string;
}

/** Counts password prompts: NetworkManager prompts again after a wrong password. */
const promptCount = (stdout: string): number => stdout.match(/Password[^:\n]*: /g)?.length ?? 0;

/** Reasons that concern NetworkManager or the adapter. The first match counts, as in the list below. */
const REASONS: readonly Reason[] = [
  {
    code: 'wifi_missing',
    is: ({ exit_code, error }) => exit_code === NOT_RUNNING || /is not running|could not create NMClient/i.test(error),
    messageFor: () => 'No Wi-Fi: NetworkManager is not running.',
  },
  {
    code: 'wifi_missing',
    is: ({ error }) => /no wi-fi device|is not a wi-fi device/i.test(error),
    messageFor: () => WIFI_SENTENCES.missing,
  },
  {
    code: 'wifi_failed',
    is: ({ error }) => /not authorized|insufficient privileges/i.test(error),
    messageFor: () => 'No permission to change networks: NetworkManager needs a polkit rule for it.',
  },
];

/** Reasons that concern a network. */
const NETWORK_REASONS: readonly Reason[] = [
  {
    code: 'wifi_no_address',
    is: ({ error }) => /IP configuration|DHCP/.test(error),
    messageFor: ({ name }) => WIFI_SENTENCES.no_address(name),
  },
  {
    code: 'wifi_refused',
    is: ({ stdout, error }, { secured }) =>
      secured && (promptCount(stdout) > 1 || /secrets were required|security\.\S+: property is invalid/i.test(error)),
    messageFor: ({ name }) => WIFI_SENTENCES.refused(name),
  },
  {
    code: 'wifi_timeout',
    is: ({ exit_code, error }) => exit_code === TIMED_OUT || exit_code === null || /timeout|took too long/i.test(error),
    messageFor: ({ name }) => WIFI_SENTENCES.timeout(name),
  },
  {
    code: 'wifi_not_found',
    is: ({ exit_code, error }) =>
      exit_code === NOT_THERE || /no network with|no access point with|could not be found/i.test(error),
    messageFor: ({ name, hidden = false }) =>
      hidden ? WIFI_SENTENCES.hidden_not_found(name) : WIFI_SENTENCES.not_found(name),
  },
];

const REASON_CHARS_MAX = 120;

type Failed = { readonly ok: false; readonly error: OperatingError };

/**
 * Returns the reason for a failed call as a one-sentence error. `wanted` is the network that the call concerned; null
 * if none.
 */
export function reasonOf(refusal: NmcliFailure, wanted: WantedNetwork | null = null): Failed {
  // Uses only this line: other lines repeat the network's name, which may contain any text.
  const error = /^Error: (.*)$/m.exec(refusal.stderr)?.[1] ?? '';
  const failure = { ...refusal, error };
  if (wanted === null) {
    const reason = REASONS.find(({ is }) => is(failure, NONE));
    if (reason) return fail(reason.code, reason.messageFor(NONE));
    if (refusal.exit_code === null || refusal.exit_code === TIMED_OUT)
      return fail('wifi_failed', 'NetworkManager did not answer in time.');
    return fail('wifi_failed', `NetworkManager refused${inWords(error)}`);
  }
  const reason = [...REASONS, ...NETWORK_REASONS].find(({ is }) => is(failure, wanted));
  if (reason) return fail(reason.code, reason.messageFor(wanted));
  return fail('wifi_failed', `${wanted.name} can't be joined${inWords(error)}`);
}

const NONE: WantedNetwork = { name: '', secured: false };

/** Returns the text of an error line, without the number of the reason. */
function inWords(error: string): string {
  const reason = error.replace(/^Connection activation failed: (\(\d+\) )?/, '').replace(/\.$/, '');
  return reason === '' ? '.' : `: ${cutAtWord(reason, REASON_CHARS_MAX)}.`;
}
