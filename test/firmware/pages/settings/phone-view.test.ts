// Tests of the status page's view for a phone: its QR code, read from the pixels, and the secrecy of its token.

import test from 'ava';
import { decodeQR } from 'qr/decode.js';
import { createVirtualClock } from '../../../../hal/clock/clock-virtual.ts';
import { createVirtualWebPage } from '../../../../hal/web-page/web-page-virtual.ts';
import { createRecorder } from '../../../../simulation/recordings/recorder.ts';
import { headerLine, lineOf, recordingOf } from '../../../../simulation/recordings/recording.ts';
import { createReplay } from '../../../../simulation/recordings/replay.ts';
import { deviceFixture, type DeviceFixture } from '../../../support/device/device-fixture.ts';
import { choose } from '../../../support/device/play.ts';
import { valueOf } from '../../../support/results.ts';

const TOKEN = 'aZ09_-aZ09_-aZ09_-aZ09_-';

/** Reads the QR code on the screen. */
const scanned = ({ screen }: DeviceFixture): string =>
  decodeQR({ width: 480, height: 320, data: Uint8Array.from(screen.pixels()) });

const openView = async (fixture: DeviceFixture): Promise<void> => {
  await choose(fixture, 'Status');
  await fixture.press('left');
};

const phoneLine = (fixture: DeviceFixture): string | undefined =>
  fixture.lines().find((line) => /phone/i.test(line) && !line.startsWith('Status'));

test('[status] the phone view shows a QR code of the address with its token, and follows changes', async (t) => {
  const web_page = createVirtualWebPage();
  web_page.set('http://192.168.1.20:8321/', TOKEN);
  const fixture = await deviceFixture({ web_page });
  await openView(fixture);
  t.is(scanned(fixture), `http://192.168.1.20:8321/?token=${TOKEN}`);
  t.is(phoneLine(fixture), 'Page for a phone: http://192.168.1.20:8321/');
  web_page.set('http://[2001:db8:1234:5678:9abc:def0:1234:5678]:65535/', TOKEN);
  t.is(scanned(fixture), `http://[2001:db8:1234:5678:9abc:def0:1234:5678]:65535/?token=${TOKEN}`);
  web_page.set(null, TOKEN);
  t.throws(() => scanned(fixture));
  t.is(phoneLine(fixture), 'No phone can open this page.');
  await fixture.device.stop();
});

test('[status] a device without a page says how a phone can open one', async (t) => {
  const fixture = await deviceFixture();
  await openView(fixture);
  t.true(fixture.lines().includes('Join a network, and start tapin with --host 0.0.0.0.'));
  await fixture.device.stop();
});

test('[recording] keeps the token of the page out of a recording, which replays as recorded', async (t) => {
  const clock = createVirtualClock();
  let text = headerLine({ version: '1', began: '' });
  const recorder = createRecorder({ ...clock, write: (batch) => void (text += lineOf(batch)) });
  const web_page = createVirtualWebPage();
  web_page.set('http://192.168.1.20:8321/', TOKEN);
  const proxy = recorder.device('device');
  const fixture = await deviceFixture({ clock, proxy, web_page });
  await openView(fixture);
  web_page.set('http://192.168.1.21:8321/', TOKEN);
  await fixture.clock.advance(100);
  t.is(scanned(fixture), `http://192.168.1.21:8321/?token=${TOKEN}`);
  await fixture.press('back', 'down');
  await proxy.end();
  t.false(text.includes(TOKEN), 'no token');
  t.true(text.includes('192.168.1.21'), 'the address');
  t.true(text.includes('["screen","secret",[]]'), 'no hash of the drawing');
  const recording = valueOf(t, recordingOf(text, 'a recording'));
  t.is(valueOf(t, await createReplay(recording).playTo(Infinity, true)), null);
});
