// Names of the devices of a session: one name each on every screen (C76).

import { DEVICE_ID } from '../../wire/choices.ts';
import type { PlayerEntry } from '../../wire/relay/shapes.ts';
import type { ListedDevice } from '../../wire/relay/state.ts';
import { nameOf, type Persisted } from '../persisted/persisted.ts';

interface Named {
  readonly host_name: string;
  readonly devices: readonly ListedDevice[];
}

/** Returns the name of a device on every screen: the host's own name, a guest's label. */
export function deviceName({ host_name, devices }: Named, d: string): string {
  if (d !== '') return d;
  const label = devices.find(({ host }) => host)?.name ?? '';
  const taken = devices.some(({ host, name }) => !host && name === host_name);
  return (taken ? label : host_name || label) || 'the host';
}

/**
 * Returns the label of the only listed guest with these players, for a cloud that does not send guests their label
 * (C76); '' for none or several.
 */
export function labelBy(devices: readonly ListedDevice[], players: readonly PlayerEntry[]): string {
  const own = JSON.stringify(players);
  const alike = devices.filter((device) => !device.host && JSON.stringify(device.players) === own);
  return alike.length === 1 ? (alike[0]?.name ?? '') : '';
}

/** Returns the name set by the player, otherwise the label, which says more than an id. */
export const givenName = (name: string, label: string): string =>
  DEVICE_ID.test(name) ? label || name : name || label;

/**
 * Returns the name of this device on its status page and in its messages: the given name, its label in the session, or
 * its id (store §2.4).
 */
export const ownName = (persisted: Persisted, { label }: { readonly label: string }): string =>
  givenName(nameOf(persisted), label);
