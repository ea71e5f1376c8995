// A device that stops, as somebody who looks at it sees it.

import test from 'ava';
import { deviceFixture } from '../support/device/device-fixture.ts';

test('[device] a device that stops shows what it showed, not that it starts', async (t) => {
  const fixture = await deviceFixture();
  const shown = fixture.lines();
  const stopping = fixture.device.stop();
  t.deepEqual(fixture.lines(), shown);
  await stopping;
  t.deepEqual(fixture.lines(), shown);
});
