// Page of a known Wi-Fi network: join, retype the password, or forget it.

import { drawList } from '../list-page.ts';
import { ask } from '../navigation.setup.ts';
import type { NavigationContext, Row, Rows, RowsView } from '../navigation.ts';
import { listOf, type PageEntry } from '../page-entry.ts';
import { EMPTY_PASSWORD } from './wifi-password.ts';

const networkOf = ({ deviceState, network }: NavigationContext) =>
  deviceState().wifi.networks.find(({ name }) => name === network);

const networkRows: Rows = ({ navigation, wifi: { refused } }) => {
  const { network } = navigation;
  const { secured = false, in_use = false } = networkOf(navigation) ?? {};
  const join: Row = { label: 'Join', ok: { type: 'page.join-network', network } };
  const type: Row = { label: 'Enter password', ok: { type: 'open.password', network } };
  const stay: Row = { label: 'Stay joined', ok: { type: 'open.wifi' } };
  return [
    // After a wrong password, entering a new one is the first choice.
    ...(in_use ? [stay] : network === refused ? [type, join] : secured ? [join, type] : [join]),
    { label: 'Forget', ok: { type: 'page.forget-network', network } },
  ];
};

function aboutOf({ navigation, wifi: { status, refused } }: RowsView): string {
  const { network } = navigation;
  if (status.name === network) return `Joined${status.address === null ? '' : `, address ${status.address}`}.`;
  return network === refused ? 'The last password was wrong.' : 'Saved network: no password needed.';
}

export const wifiNetworkPage: PageEntry = {
  name: 'network',
  rows: networkRows,
  state: {
    on: {
      'page.join-network': {
        target: 'wifi',
        actions: {
          type: 'ask',
          params: ({ event: { network } }) => ask({ type: 'wifi.join', name: network, secret: null }).params,
        },
      },
      'page.forget-network': {
        target: 'wifi',
        actions: { type: 'ask', params: ({ event }) => ask({ type: 'wifi.forget', name: event.network }).params },
      },
      'open.password': {
        target: 'password',
        actions: { type: 'take', params: { password: EMPTY_PASSWORD } },
      },
      'open.wifi': 'wifi',
      'key.back': 'wifi',
    },
  },
  draw: (view) =>
    drawList({ title: view.navigation.network, about: aboutOf(view), ...listOf(view, 'network', networkRows) }),
};
