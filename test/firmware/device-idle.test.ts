// An idle device writes nothing to its card, nor to its log, which is often on the same card.

import test from 'ava';
import { deviceFixture } from '../support/device/device-fixture.ts';

for (const plugged of [true, false])
  test(`[device] an idle device writes and logs nothing for an hour, ${plugged ? 'with' : 'without'} a sensor`, async (t) => {
    const fixture = await deviceFixture();
    fixture.rig?.setPlugged(plugged);
    await fixture.clock.advance(60_000);
    const logged = (): readonly string[] =>
      fixture.log.lines().flatMap(({ level, text }) => (level === 'debug' ? [] : [text]));
    const [operations, lines] = [fixture.flash.disk.operations(), logged()];
    t.true(operations > 0 && lines.length > 0);
    await fixture.clock.advance(3_600_000);
    t.is(fixture.flash.disk.operations(), operations);
    t.deepEqual(logged(), lines);
  });
