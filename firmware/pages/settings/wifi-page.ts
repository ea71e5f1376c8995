// Settings > Wi-Fi: the joined network with its address, and the other networks in range.

import type { WifiNetwork } from '../../../hal/wifi/wifi.ts';
import type { WifiView } from '../../wifi/wifi.ts';
import { drawList } from '../list-page.ts';
import { ask } from '../navigation.setup.ts';
import { withFirstFocus, type Row, type RowEvent, type Rows } from '../navigation.ts';
import { listOf, type PageEntry } from '../page-entry.ts';
import { toggleRow } from '../rows.ts';
import { nameEntry } from './naming.ts';
import { SIGN_IN } from './welcome-page.ts';
import { EMPTY_PASSWORD } from './wifi-password.ts';

const wifiRows: Rows = ({ wifi: { networks, action, name, persisted } }) => [
  ...networks.map((network): Row => ({
    label: network.name,
    icon: network.secured ? 'lock' : 'wifi',
    value: network.name === name && action === 'joining' ? 'joining …' : valueOf(network),
    ok: eventOf(network),
  })),
  ...(action === 'sharing' ? [] : [{ label: 'Scan again', ok: { type: 'wifi.look' } } as const]),
  { label: 'Use a phone', ok: { type: 'open.welcome' } },
  ...(action === 'sharing' ? [{ label: 'Close own network', ok: { type: 'wifi.unshare' } } as const] : []),
  toggleRow('Open own network', persisted.own_network ? 'if offline' : 'never', { kind: 'toggle_own_network' }),
  {
    label: 'Country',
    value: persisted.country || 'not chosen',
    ok: { type: 'open.naming', naming: nameEntry('country', persisted.country, null) },
  },
];

function valueOf({ signal_percent, in_use, known }: WifiNetwork): string {
  const suffix = in_use ? ', joined' : known ? ', saved' : '';
  return `${signal_percent} %${suffix}`;
}

function eventOf({ name, secured, enterprise, in_use, known }: WifiNetwork): RowEvent {
  if (enterprise && !known) return { type: 'open.welcome' };
  if (in_use || known) return { type: 'open.network', network: name };
  return secured ? { type: 'open.password', network: name } : { type: 'wifi.join', name, secret: null };
}

/** Returns the result of the last request; without one, the joined network. */
function aboutOf({ status, message, unseen, action, name, persisted }: WifiView): string {
  if (action === 'joining') return `Joining ${name} …`;
  if (unseen !== '' || message !== '') return unseen || message;
  if (action === 'opening' || action === 'sharing') return 'Open: the network of this device.';
  if (status.name === null) return persisted.networked ? 'No Wi-Fi joined. Online by cable.' : 'No Wi-Fi joined.';
  if (status.sign_in) return `Joined: ${status.name}. ${SIGN_IN}`;
  return `Joined: ${status.name}, ${status.address === null ? 'no address' : `address ${status.address}`}.`;
}

export const wifiPage: PageEntry = {
  name: 'wifi',
  rows: wifiRows,
  state: {
    on: {
      'open.network': {
        target: 'network',
        actions: {
          type: 'take',
          params: ({ context, event: { network } }) => ({ network, ...withFirstFocus(context, 'network') }),
        },
      },
      'open.password': {
        target: 'password',
        actions: { type: 'take', params: ({ event: { network } }) => ({ network, password: EMPTY_PASSWORD }) },
      },
      'open.welcome': { target: 'welcome', actions: ask({ type: 'wifi.share' }) },
      'key.back': 'settings',
    },
  },
  draw: (view) =>
    drawList({
      title: 'Wi-Fi',
      right: view.wifi.action === 'looking' ? 'scanning …' : '',
      about: aboutOf(view.wifi),
      ...listOf(view, 'wifi', wifiRows),
    }),
};
