// NetworkManager profiles that tapin makes itself: for a network that a scan does not show or that needs a user name,
// and for the board's own network. A profile is added without its secret; `nmcli --ask` then prompts for it.

import { randomUUID } from 'node:crypto';
import type { Nmcli, NmcliAnswer } from './nmcli.ts';
import type { AccessPoint } from './wifi.ts';

export const PROFILE_NAME = 'tapin';
/** Timeout for NetworkManager to join a network, and then for nmcli. */
export const [JOIN_WAIT_S, JOIN_END_MS] = [45, 60_000];

interface Profile {
  readonly name: string;
  readonly device: string;
  /** Properties and their values, such as `ssid` and the name. */
  readonly fields: readonly string[];
  /** Lines that answer the prompts of nmcli. */
  readonly input: string;
}

interface TypedNetwork {
  readonly device: string;
  readonly name: string;
  /** null for an open network. */
  readonly secret: string | null;
  readonly user: string | undefined;
  readonly hidden: boolean;
}

/** Returns the profile of a network whose name, and perhaps user name, was typed. */
export function profileOf({ device, name, secret, user, hidden }: TypedNetwork): Profile {
  const base = { name: `${PROFILE_NAME} ${randomUUID()}`, device };
  const fields = ['ssid', name, 'wifi.hidden', hidden ? 'yes' : 'no'];
  if (user !== undefined)
    return {
      ...base,
      // No certificate authority is pinned: most networks of this kind give their users none.
      fields: [
        ...fields,
        ...'wifi-sec.key-mgmt wpa-eap 802-1x.eap peap 802-1x.phase2-auth mschapv2'.split(' '),
        '802-1x.identity',
        user,
      ],
      // nmcli first prompts for the user name, which it has.
      input: `\n${secret ?? ''}\n`,
    };
  if (secret === null) return { ...base, fields, input: '' };
  return {
    ...base,
    fields: [...fields, 'wifi-sec.key-mgmt', 'wpa-psk'],
    input: `${secret}\n`,
  };
}

export const ACCESS_POINT_PROFILE = `${PROFILE_NAME} access point`;

const AP = 'mode ap connection.autoconnect no wifi.band bg ipv4.method shared ipv6.method ignore';
const WPA2 = 'wifi-sec.key-mgmt wpa-psk wifi-sec.proto rsn wifi-sec.pairwise ccmp wifi-sec.group ccmp';

/** Returns the profile of the board's own network: WPA2, with addresses and names from NetworkManager. */
export const accessPointProfile = (device: string, { name, password, address }: AccessPoint): Profile => ({
  name: ACCESS_POINT_PROFILE,
  device,
  fields: [
    'ssid',
    name,
    ...`${AP} ${WPA2}`.split(' '),
    ...(address === null ? [] : ['ipv4.addresses', `${address}/24`]),
  ],
  input: `${password}\n`,
});

/** Adds a profile and activates it. */
export async function activate(nmcli: Nmcli, { name, device, fields, input }: Profile): Promise<NmcliAnswer> {
  const base = ['type', 'wifi', 'con-name', name, 'ifname', device];
  const added = await nmcli({ args: ['connection', 'add', ...base, ...fields] });
  if (!added.ok) return added;
  const up = ['connection', 'up', 'id', name];
  return nmcli({ args: ['--ask', '--wait', String(JOIN_WAIT_S), ...up], input, wait_ms: JOIN_END_MS });
}
