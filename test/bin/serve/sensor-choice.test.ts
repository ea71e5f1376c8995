// Choice of the sensor on the page, kept in the data folder for the next start.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { createSensorChoice, sensorOf } from '../../../bin/serve/sensor-choice.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { failsWith, valueOf } from '../../support/results.ts';

const WIRED = '/dev/serial/by-id/usb-tapin_gate_board-if00';

test('[sensor] uses the chosen sensor from the next start on, and the board file again once that is chosen', async (t) => {
  const data = await temporaryFolder(t);
  const restarted = Promise.withResolvers<void>();
  const choice = (current: string) => createSensorChoice({ data, current, given: WIRED, restart: restarted.resolve });
  t.is(sensorOf(data, WIRED), WIRED);
  t.true(choice(WIRED).found().includes('virtual'));
  valueOf(t, await choice(WIRED).choose('virtual'));
  await restarted.promise;
  t.is(sensorOf(data, WIRED), 'virtual');
  t.true(choice('virtual').found().includes(WIRED));
  t.deepEqual(choice('virtual').unplugged(), [WIRED]);
  valueOf(t, await choice('virtual').choose(WIRED));
  t.is(sensorOf(data, WIRED), WIRED);
  t.false(existsSync(join(data, 'sensor')));
});

test('[sensor] refuses a port that is not there, and ignores a file that holds none', async (t) => {
  const data = await temporaryFolder(t);
  const choice = createSensorChoice({ data, current: 'virtual', given: 'virtual', restart: () => t.fail() });
  for (const sensor of ['', '/etc/passwd', '/dev/null', '../../dev/ttyUSB0'])
    failsWith(t, await choice.choose(sensor), 'bad_value', /No such sensor/);
  for (const text of ['', '/etc/passwd\n', '/dev/ttyUSB0 extra\n', 'x'.repeat(300)]) {
    writeFileSync(join(data, 'sensor'), text);
    t.is(sensorOf(data, 'virtual'), 'virtual', text.slice(0, 20));
  }
});
