// A picture of a page: a device is looked at by its screen, under a name.

import type { Desk } from '../support/desk.ts';

export type Visit = (name: string, desk: Pick<Desk, 'screen'>) => Promise<void>;
