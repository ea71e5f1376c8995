// What nmcli of NetworkManager prints with --terse --escape yes, as values; and why a network was not joined, by what it says of it.
//
// Tabular output has a record on each line, with `:` between the fields, and a `\` before a `:` or a `\` within one. The output of `device show`
// and `connection show NAME` has a field on each line, `NAME:value`, and nothing in the value is escaped.

import { fail, type ErrorCode, type OperatingError } from '../../wire/errors.ts';
import { WIFI_SENTENCES, type WifiNetwork } from './wifi.ts';

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

/** The fields of each line of a table. */
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

/** The fields of one thing that is shown, by their names. */
export const readShown = (text: string): ReadonlyMap<string, string> =>
  new Map(
    linesOf(text).map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at), line.slice(at + 1)] as const;
    }),
  );

/** Several things one after the other, with an empty line between them. */
export const readAllShown = (text: string): readonly ReadonlyMap<string, string>[] =>
  text.split('\n\n').map(readShown).filter((shown) => shown.size > 0); // oxfmt-ignore

export interface Station extends Omit<WifiNetwork, 'known'> {
  readonly bssid: string;
  /** Such as `WPA2` or `WPA1 WPA2`; '' for none. */
  readonly security: string;
}

/** Of `device wifi list`, in this order. */
export const STATION_FIELDS = 'IN-USE,BSSID,SSID,SIGNAL,SECURITY';

/** The strongest station of each name, or the one in use. */
export function readStations(text: string): readonly Station[] {
  const strongest = new Map<string, Station>();
  for (const [use = '', bssid = '', name = '', signal = '', security = ''] of readTable(text)) {
    if (name === '' || bssid === '') continue;
    const signal_percent = Math.min(100, Math.max(0, Math.round(Number(signal)) || 0));
    // OWE encrypts without a password.
    const secured = security !== '' && !security.startsWith('OWE');
    const station = { name, bssid, security, signal_percent, secured, in_use: use === '*' };
    const other = strongest.get(name);
    if (!other || station.in_use || (!other.in_use && other.signal_percent < signal_percent))
      strongest.set(name, station);
  }
  return [...strongest.values()];
}

/** What nmcli was asked came to nothing. */
export interface Refusal {
  readonly exit_code: number | null;
  /** Of both streams. */
  readonly text: string;
}

/** Exit codes of nmcli(1). */
const [TIMED_OUT, NOT_RUNNING, NOT_THERE] = [3, 8, 10];

interface Reason {
  readonly code: ErrorCode;
  readonly is: (refusal: Refusal) => boolean;
  readonly say: (name: string) => string;
}

/** NetworkManager asks again for a password that was wrong. */
const timesAsked = (text: string): number => text.match(/Password[^:\n]*: /g)?.length ?? 0;

/** The sentences of nmcli in English, the first that fits. */
const REASONS: readonly Reason[] = [
  {
    code: 'wifi_missing',
    is: ({ exit_code, text }) => exit_code === NOT_RUNNING || /is not running|could not create NMClient/i.test(text),
    say: () => 'NetworkManager does not run, so there is no Wi-Fi.',
  },
  {
    code: 'wifi_missing',
    is: ({ text }) => /no wi-fi device|is not a wi-fi device/i.test(text),
    say: () => WIFI_SENTENCES.missing,
  },
  {
    code: 'wifi_failed',
    is: ({ text }) => /not authorized|insufficient privileges/i.test(text),
    say: () => 'This user may not change networks: NetworkManager needs a polkit rule for it.',
  },
  {
    code: 'wifi_no_address',
    is: ({ text }) => /IP configuration|DHCP/.test(text),
    say: WIFI_SENTENCES.no_address,
  },
  {
    code: 'wifi_refused',
    is: ({ exit_code, text }) =>
      exit_code === 0 ||
      timesAsked(text) > 1 ||
      /secrets were required|supplicant|psk: property is invalid/i.test(text),
    say: WIFI_SENTENCES.refused,
  },
  {
    code: 'wifi_timeout',
    is: ({ exit_code, text }) => exit_code === TIMED_OUT || exit_code === null || /timeout expired/i.test(text),
    say: WIFI_SENTENCES.timeout,
  },
  {
    code: 'wifi_not_found',
    is: ({ exit_code, text }) =>
      exit_code === NOT_THERE || /no network with|no access point with|could not be found/i.test(text),
    say: WIFI_SENTENCES.not_found,
  },
];

const SAID_MAX = 120;

/** Why it came to nothing, in a sentence. `name`: of the network that it was about. */
export function reasonOf(refusal: Refusal, name: string): { readonly ok: false; readonly error: OperatingError } {
  const reason = REASONS.find(({ is }) => is(refusal));
  if (reason) return fail(reason.code, reason.say(name));
  const said = /Error: (.*)/.exec(refusal.text)?.[1] ?? '';
  return fail('wifi_failed', `NetworkManager refuses${said === '' ? '.' : `: ${said.slice(0, SAID_MAX)}`}`);
}
