// What a device and its role are called on this page.

import type { Hello } from '../connection/protocol.ts';

/** Its name, else its id; '' before it has said hello. */
export const nameOf = (hello: Hello | null): string => hello?.device.name || hello?.device.id || '';

const ROLES: ReadonlyMap<string, string> = new Map([['off', 'alone']]);

/** The role in online play as words; a role that this page does not know is its own word. */
export const roleText = (role: string): string => ROLES.get(role) ?? role;
