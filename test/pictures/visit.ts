// Type of a callback that takes a picture of a device's screen and names it.

import type { DeviceFixture } from '../support/device/device-fixture.ts';

export type Visit = (name: string, fixture: Pick<DeviceFixture, 'screen'>) => Promise<void>;
