// The calls that return a recording, with and without a recorder.

import { gunzipSync } from 'node:zlib';
import test from 'ava';
import { recordedFiles } from '../../../simulation/timeline/recorded-files.ts';
import { recordedDevice } from '../../support/device/recorded-device.ts';
import { createMemoryFlash } from '../../../hal/flash/flash-memory.ts';
import { valueOf } from '../../support/results.ts';
import { openViewer } from '../../support/panel/viewer-socket.ts';
import { panelFixture } from '../../support/panel/panel-fixture.ts';

test('[panel] the calls report that there is no recorder', async (t) => {
  const { call } = await panelFixture(t);
  for (const name of ['recording.tapin.gz', 'scenario.yaml', 'trace.json', 'signals.vcd']) {
    const { status, json } = await call(`/api/${name}`);
    t.is(status, 409);
    t.deepEqual(json(), {
      error: 'not_recorded',
      message: 'These devices are not recorded: start tapin with --record FILE.',
    });
  }
});

test('[panel] the files contain everything, or everything up to a given time', async (t) => {
  const device = await recordedDevice();
  const { clock, press, strike } = device;
  const switchOn = async () => device;
  const { call } = await panelFixture(t, { switchOn, recording: recordedFiles(device.kept) });
  await press('down', 'ok', 'ok');
  const before_ms = clock.now_ms();
  await clock.advance(1);
  await strike({ club_speed_mps: 1.5 });
  const text = async (name: string, until = ''): Promise<string> => {
    const { status, body } = await call(`/api/${name}${until}`);
    t.is(status, 200);
    return (name.endsWith('.gz') ? gunzipSync(body) : body).toString();
  };
  const until = `?until_ms=${before_ms}`;
  t.regex(await text('scenario.yaml'), /putt:/);
  const short = await text('scenario.yaml', until);
  t.notRegex(short, /putt:/);
  t.regex(short, /choose: \[Lag putting, Start\]/);
  const whole = await text('recording.tapin.gz');
  const lines = (await text('recording.tapin.gz', until)).split('\n');
  t.true(whole.startsWith(lines.join('\n')), 'the same up to a line');
  t.true(whole.length > lines.join('\n').length);
  t.regex(await text('trace.json'), /SWING/);
  t.notRegex(await text('trace.json', until), /SWING/);
  t.regex(await text('signals.vcd'), /gate_LA/);
  for (const wrong of ['-1', 'x', '', '1e3', '0x10', '1234567890123']) {
    const { status, json } = await call(`/api/scenario.yaml?until_ms=${wrong}`);
    t.is(status, 400, wrong);
    t.like(json(), { error: 'bad_value' });
  }
});

test('[panel] presses the keys of one packet one by one, so that a scenario records each effect', async (t) => {
  const device = await recordedDevice();
  const { clock, kept, lines } = device;
  const { panel } = await panelFixture(t, { switchOn: async () => device });
  const viewer = await openViewer(panel.url);
  t.teardown(() => viewer.close());
  await viewer.until('the menu', () => viewer.last('lines') !== undefined);
  // The messages are written back to back, so they arrive in one packet.
  for (const key of ['down', 'ok', 'ok'])
    for (const action of ['press', 'release']) viewer.send({ type: 'key', key, action });
  await viewer.settled();
  await clock.advance(100);
  t.is(lines()[0], 'Lag putting · Putt 1 of 10');
  const scenario = valueOf(t, await recordedFiles(kept).file('scenario.yaml', null));
  t.regex(String(scenario), /steps:\n {2}- choose: \[Lag putting, Start\]\n/);
});

test('[panel] a device without players names none in its scenario', async (t) => {
  const flash = createMemoryFlash();
  await flash.write('players', Buffer.from('{"next_id":1,"players":[]}'));
  const device = await recordedDevice({ flash });
  const scenario = String(valueOf(t, await recordedFiles(device.kept).file('scenario.yaml', null)));
  t.regex(scenario, /devices:\n {2}device:\n/);
  await device.stop();
});
