// Every scenario on the firmware of the sensor board, as `tapin test fixtures/scenarios --board avr` plays them.

import test from 'ava';
import { callTapin } from '../../support/process/call-tapin.ts';

test('[board] every scenario passes on the firmware of the sensor board', async (t) => {
  const call = await callTapin(['test', 'fixtures/scenarios', '--board', 'avr']);
  t.is(call.code, 0, call.stdout);
  t.regex(call.stdout, /\b1\d\d passed in/);
});
