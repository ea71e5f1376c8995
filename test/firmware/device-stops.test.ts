// Screen of a device that is stopping.

import test from 'ava';
import { deviceFixture } from '../support/device/device-fixture.ts';

test('[device] keeps its last screen while it stops, not the boot page', async (t) => {
  const fixture = await deviceFixture();
  const shown = fixture.lines();
  const stopping = fixture.device.stop();
  t.deepEqual(fixture.lines(), shown);
  await stopping;
  t.deepEqual(fixture.lines(), shown);
});
