// State of the first start, as the form on a phone shows it.

import { ownName } from '../online/device-names.ts';
import type { DeviceState } from '../machines/device-state.ts';
import type { WifiView } from './wifi.ts';

export interface SetUpView extends Pick<WifiView, 'action' | 'message' | 'networks'> {
  /** Whether the first start is finished. */
  readonly done: boolean;
  /** Whether the device's own network is open although it knows another. */
  readonly away: boolean;
  /** Whether the device has Wi-Fi. */
  readonly has_wifi: boolean;
  /** Network being joined; '' for none. */
  readonly joining: string;
  /** Joined network; null for none. */
  readonly joined: string | null;
  /** Whether the joined network wants a sign-in on a web page. */
  readonly sign_in: boolean;
  readonly name: string;
  /** '' if unknown. */
  readonly country: string;
  readonly players: readonly string[];
  /** Why the board file is not used; '' if it is. */
  readonly board_problem: string;
}

export const setUpView = ({ own_persisted, session, wifi, board_problem }: DeviceState): SetUpView => ({
  done: own_persisted.settings.set_up,
  away: wifi.action === 'sharing' && wifi.status.has_known,
  has_wifi: wifi.there,
  action: wifi.action,
  message: wifi.unseen || wifi.message,
  networks: wifi.networks,
  joining: wifi.action === 'joining' ? wifi.name : '',
  joined: wifi.status.name,
  sign_in: wifi.status.sign_in,
  name: ownName(own_persisted, session),
  country: own_persisted.settings.country,
  players: own_persisted.players.map((player) => player.name),
  board_problem,
});
