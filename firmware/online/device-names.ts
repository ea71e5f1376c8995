// What the devices of a session are called: each by one name on every screen (C76).

import { DEVICE_ID } from '../../wire/choices.ts';
import type { PlayerEntry } from '../../wire/relay/shapes.ts';
import type { ListedDevice } from '../../wire/relay/state.ts';
import { nameOf, type Persisted } from '../persisted/persisted.ts';

interface Named {
  readonly host_name: string;
  readonly devices: readonly ListedDevice[];
}

/** What a device of the session is called on every screen: the host as it calls itself, a guest by its label. */
export function deviceName({ host_name, devices }: Named, d: string): string {
  if (d !== '') return d;
  const label = devices.find(({ host }) => host)?.name ?? '';
  const taken = devices.some(({ host, name }) => !host && name === host_name);
  return (taken ? label : host_name || label) || 'the host';
}

/** The label of the only listed guest with these players, for a cloud that does not tell a guest its own (C76); '' for none or several. */
export function labelBy(devices: readonly ListedDevice[], players: readonly PlayerEntry[]): string {
  const own = JSON.stringify(players);
  const alike = devices.filter((device) => !device.host && JSON.stringify(device.players) === own);
  return alike.length === 1 ? (alike[0]?.name ?? '') : '';
}

/** A name that somebody gave; without one a device has its label, which says more than its id. */
export const givenName = (name: string, label: string): string =>
  DEVICE_ID.test(name) ? label || name : name || label;

/** The name of this device on its status page and in all that it says of itself: the given one, its label in the session, or its id (store §2.4). */
export const ownName = (persisted: Persisted, { label }: { readonly label: string }): string =>
  givenName(nameOf(persisted), label);
