// Names for a device and its role on this page.

import type { Hello } from '../connection/protocol.ts';

/** Returns its name, or else its id; '' before its hello. */
export const nameOf = (hello: Hello | null): string => hello?.device.name || hello?.device.id || '';

const ROLES: ReadonlyMap<string, string> = new Map([['off', 'alone']]);

/** Returns the role in online play as words; an unknown role unchanged. */
export const roleText = (role: string): string => ROLES.get(role) ?? role;
