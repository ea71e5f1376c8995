// A picture of a page: a device is looked at by its screen, under a name.

import type { DeviceFixture } from '../support/device/device-fixture.ts';

export type Visit = (name: string, fixture: Pick<DeviceFixture, 'screen'>) => Promise<void>;
