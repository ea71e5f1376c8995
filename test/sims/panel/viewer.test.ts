// One socket of the front panel: its messages, the input it accepts, and that a page that is not watching costs
// nothing.

import test from 'ava';
import * as v from 'valibot';
import type { MemoryScreen } from '../../../hal/screen/screen-memory.ts';
import type { PanelDevice } from '../../../sims/panel/panel-device.ts';
import type { DeviceFixture } from '../../support/device/device-fixture.ts';
import { choose } from '../../support/device/play.ts';
import { extensionFixture, install, manifestOf } from '../../support/extension/extension-fixture.ts';
import { panelFixture } from '../../support/panel/panel-fixture.ts';
import { openViewer, type ViewerSocket, linesOf, pictureOf } from '../../support/panel/viewer-socket.ts';
import { itemAt } from '../../support/items.ts';
import { fieldsOf, readAs } from '../../support/read-json.ts';

const logOf = (viewer: ViewerSocket): readonly string[] =>
  readAs(v.array(v.object({ text: v.string() })), viewer.last('log')?.['lines'] ?? []).map(({ text }) => text);
const focusOf = (viewer: ViewerSocket): string | undefined => linesOf(viewer).find((line) => line.startsWith('> '));

const extensionUse = v.looseObject({ heap_bytes: v.number(), instructions_most: v.number() });

/** Wraps the screen and counts how often it is read. */
function counting(screen: MemoryScreen): { screen: MemoryScreen; reads(): number } {
  let reads = 0;
  const pixels = (): Uint8Array => (reads++, screen.pixels());
  const picture = (): ReturnType<MemoryScreen['picture']> => (reads++, screen.picture());
  return { screen: { ...screen, pixels, picture }, reads: () => reads };
}

/** Wraps the device and counts its listeners. */
function counted(fixture: DeviceFixture): { device: PanelDevice; listeners(): number } {
  let listeners = 0;
  const count =
    <L>(subscribe: (listener: L) => () => void) =>
    (listener: L): (() => void) => {
      const end = subscribe(listener);
      listeners++;
      let ended = false;
      return () => {
        if (!ended) listeners--;
        ended = true;
        end();
      };
    };
  const device: PanelDevice = {
    ...fixture,
    device: { ...fixture.device, onChange: count(fixture.device.onChange) },
    screen: { ...fixture.screen, onChange: count(fixture.screen.onChange) },
    leds: { ...fixture.leds, onChange: count(fixture.leds.onChange) },
    speaker: { ...fixture.speaker, onPlay: count(fixture.speaker.onPlay) },
    keyboard: fixture.keyboard && { ...fixture.keyboard, onTap: count(fixture.keyboard.onTap) },
    log: { ...fixture.log, onLine: count(fixture.log.onLine) },
    network: fixture.network && { ...fixture.network, onSwitch: count(fixture.network.onSwitch) },
    time_of_day: fixture.time_of_day && { ...fixture.time_of_day, onSet: count(fixture.time_of_day.onSet) },
    rig: fixture.rig && { ...fixture.rig, onChange: count(fixture.rig.onChange) },
  };
  return { device, listeners: () => listeners };
}

test('[panel] sends a viewer the whole state once, and then only changes', async (t) => {
  const { fixture, panel } = await panelFixture(t);
  const viewer = await openViewer(panel.url);
  t.teardown(() => viewer.close());
  await viewer.until('the log', () => viewer.last('log') !== undefined);
  const types = viewer.messages.map(({ type }) => type);
  t.is(types[0], 'hello');
  t.deepEqual(types.toSorted(), [
    'brightness',
    'extension',
    'green',
    'hello',
    'leds',
    'lines',
    'link',
    'log',
    'past',
    'state',
    'switches',
    'taps',
  ]);
  t.like(viewer.last('hello'), {
    device: { index: 0, id: fixture.device.id(), name: fixture.device.id(), role: 'off' },
    screen: { width: 480, height: 320 },
    sensor: 'virtual',
  });
  t.deepEqual(linesOf(viewer), fixture.lines());
  t.like(viewer.last('link'), { plugged: true, fault: 'ok', link: 'ready', golfer: false });
  t.deepEqual(viewer.last('leds'), { type: 'leds', colors: [null, null, null, null] });
  t.is(viewer.frames.length, 1);

  const before = viewer.messages.length;
  await fixture.press('down');
  await viewer.until('the new focus', () => focusOf(viewer) === '> Lag putting');
  await viewer.settled();
  // The click is sent immediately.
  const after = viewer.messages.slice(before).map(({ type }) => type);
  t.deepEqual(
    after.filter((type) => type !== 'sound'),
    ['lines'],
  );
  t.true(viewer.frames[1]!.items.length < viewer.frames[0]!.items.length / 2, 'only changed items');
});

test('[panel] the pictures of a viewer add up to the screen', async (t) => {
  const { fixture, panel } = await panelFixture(t);
  const viewer = await openViewer(panel.url);
  t.teardown(() => viewer.close());
  await viewer.until('a frame', () => viewer.frames.length > 0);
  await fixture.press('down', 'ok', 'down', 'left');
  await viewer.until('the page', () => linesOf(viewer).join() === fixture.lines().join());
  await viewer.settled();
  t.deepEqual(pictureOf(viewer), fixture.screen.picture().list);
});

test('[panel] draws nothing for a page that does not watch, then sends it the newest frame', async (t) => {
  let reads = (): number => 0;
  const { fixture, panel } = await panelFixture(t, {
    dress(device) {
      const watched = counting(device.screen);
      reads = watched.reads;
      return { ...device, screen: watched.screen };
    },
  });
  const viewer = await openViewer(panel.url);
  t.teardown(() => viewer.close());
  await viewer.until('the log', () => viewer.last('log') !== undefined);
  viewer.send({ type: 'watch', on: false });
  await viewer.settled();
  const [message_count, frames, drawn] = [viewer.messages.length, viewer.frames.length, reads()];
  t.true(drawn > 0);
  await fixture.press('ok', 'ok'); // Metrics only, in play
  await fixture.strike({ club_speed_mps: 2 });
  fixture.log.write('info', 'test', 'unheard');
  await viewer.settled();
  t.deepEqual([viewer.messages.length, viewer.frames.length, reads()], [message_count, frames, drawn]);
  viewer.send({ type: 'watch', on: true });
  await viewer.until('the newest page', () => linesOf(viewer).some((line) => /^Club speed: \d/.test(line)));
  await viewer.until('log lines while not watching', () => logOf(viewer).includes('unheard'));
  t.true(viewer.frames.length > frames);
});

test('[panel] bounds the log of a page that never watches again', async (t) => {
  const { fixture, panel } = await panelFixture(t);
  const viewer = await openViewer(panel.url);
  t.teardown(() => viewer.close());
  viewer.send({ type: 'watch', on: false });
  await viewer.settled();
  for (let line = 0; line < 5000; line++) fixture.log.write('info', 'test', `line ${line}`);
  viewer.send({ type: 'watch', on: true });
  const texts = (): readonly string[] => logOf(viewer);
  await viewer.until('the last line', () => texts().includes('line 4999'));
  t.true(texts().length <= 500);
});

test('[panel] redraws an animation while it lasts, without change events', async (t) => {
  const { fixture, panel } = await panelFixture(t);
  const viewer = await openViewer(panel.url);
  t.teardown(() => viewer.close());
  fixture.screen.show({
    at: () => ({ list: [], lines: ['still'] }),
    animates_until_ms: 0,
    changesAfter: () => Infinity,
  });
  await viewer.until('the still', () => linesOf(viewer)[0] === 'still');
  let views = 0;
  const animates_until_ms = fixture.clock.now_ms() + 1000;
  fixture.screen.show({
    at: () => ({ list: [], lines: [`look ${views++}`] }),
    animates_until_ms,
    changesAfter: () => Infinity,
  });
  await viewer.until('a later look', () => views > 8);
  await fixture.clock.advance(1000);
  await viewer.settled();
  t.false(fixture.screen.animates());
});

test('[panel] keys, touches and text typed on a page reach the device', async (t) => {
  const { fixture, panel } = await panelFixture(t);
  const viewer = await openViewer(panel.url);
  t.teardown(() => viewer.close());
  const events: string[] = [];
  fixture.keys.start({
    key: (key, action) => events.push(`${key} ${action}`),
    touch: (x, y) => events.push(`${x},${y}`),
    text: (text) => events.push(`text ${text}`),
  });
  viewer.send({ type: 'key', key: 'down', action: 'press' });
  viewer.send({ type: 'key', key: 'down', action: 'release' });
  viewer.send({ type: 'touch', x: 12, y: 34 });
  viewer.send({ type: 'text', text: 'é\b' });
  await viewer.settled();
  t.deepEqual(events, ['down press', 'down release', '12,34', 'text é\b']);
});

test('[panel] a touch selects the touched item', async (t) => {
  const { fixture, panel } = await panelFixture(t);
  const viewer = await openViewer(panel.url);
  t.teardown(() => viewer.close());
  viewer.send({ type: 'touch', x: 240, y: 110 }); // the second row of the menu
  await viewer.settled();
  await fixture.clock.advance(1);
  t.is(fixture.lines()[0], 'Lag putting');
  for (const [x, y] of [
    [-1, -1],
    [1e308, 1e308],
    [240, 319.5],
  ])
    viewer.send({ type: 'touch', x, y });
  await viewer.settled();
  await fixture.clock.advance(1);
  t.is(fixture.lines()[0], 'Lag putting');
});

test('[panel] releases a key that a lost page held', async (t) => {
  const { fixture, panel } = await panelFixture(t);
  const [lost, other] = [await openViewer(panel.url), await openViewer(panel.url)];
  t.teardown(() => other.close());
  const events: string[] = [];
  fixture.keys.start({ key: (key, action) => events.push(`${key} ${action}`), touch() {}, text() {} });
  lost.send({ type: 'key', key: 'down', action: 'press' });
  lost.send({ type: 'key', key: 'ok', action: 'press' });
  lost.send({ type: 'key', key: 'ok', action: 'release' });
  await lost.settled();
  await lost.close();
  await other.settled();
  t.deepEqual(events, ['down press', 'ok press', 'ok release', 'down release']);
});

test('[panel] ignores invalid messages of a page', async (t) => {
  const { fixture, panel } = await panelFixture(t);
  const viewer = await openViewer(panel.url);
  t.teardown(() => viewer.close());
  const events: string[] = [];
  fixture.keys.start({
    key: (key, action) => events.push(`${key} ${action}`),
    touch: (x, y) => events.push(`${x},${y}`),
    text: (text) => events.push(`text ${text}`),
  });
  const odd = ['', '{', 'null', '[]', '7', '"key"', '{}', '\u0000', '{"type":"key"}', '{"type":"__proto__"}'];
  for (const text of odd) viewer.send(text);
  for (const message of [
    { type: 'key', key: 'OK', action: 'press' },
    { type: 'key', key: 'ok', action: 'tap' },
    { type: 'key', key: ['ok'], action: 'press' },
    { type: 'key', key: 'constructor', action: 'press' },
    { type: 'key', key: 'ok' },
    { type: 'touch', x: 1 },
    { type: 'touch', x: '1', y: 2 },
    { type: 'touch', x: null, y: 2 },
    { type: 'text' },
    { type: 'text', text: '' },
    { type: 'text', text: 7 },
    { type: 'text', text: 'x'.repeat(65) },
    { type: 'watch', on: 'false' },
    { type: 'watch' },
    { type: 'strike', club_speed_mps: 1.5 },
    { type: 'key', key: 'ok', action: 'press', padding: 'x'.repeat(2000) },
  ])
    viewer.send(message);
  viewer.send(Buffer.from('{"type":"key","key":"ok","action":"press"}'));
  viewer.send('{"type":"touch","x":1e999,"y":1}');
  await viewer.settled();
  t.deepEqual(events, []);
  await fixture.clock.advance(3000);
  t.is(fixture.sensorStatus().counters.strikes, 0);
  const before = viewer.messages.length;
  fixture.log.write('info', 'test', 'still here');
  await viewer.until('the page still watches', () => viewer.messages.length > before);
});

test('[panel] a message of 5 kB closes that socket and no other', async (t) => {
  const { panel, call } = await panelFixture(t);
  const [long, other] = [await openViewer(panel.url), await openViewer(panel.url)];
  t.teardown(() => other.close());
  long.send('x'.repeat(5000));
  await t.throwsAsync(Promise.race([long.settled(), long.close().then(() => Promise.reject(new Error('closed')))]));
  await other.settled();
  t.is((await call('/api/devices')).status, 200);
});

test('[panel] two viewers see the same', async (t) => {
  const { fixture, panel } = await panelFixture(t);
  const viewers = [await openViewer(panel.url), await openViewer(panel.url)];
  t.teardown(() => Promise.all(viewers.map((viewer) => viewer.close())));
  viewers[0]?.send({ type: 'key', key: 'down', action: 'press' });
  await viewers[0]?.settled();
  await fixture.clock.advance(1);
  for (const viewer of viewers) await viewer.until('the focus', () => focusOf(viewer) === '> Lag putting');
  viewers[0]?.send({ type: 'watch', on: false });
  await viewers[0]?.settled();
  const message_count = viewers[0]?.messages.length;
  viewers[1]?.send({ type: 'key', key: 'up', action: 'press' });
  await viewers[1]?.settled();
  await fixture.clock.advance(1);
  await viewers[1]?.until('the focus', () => focusOf(itemAt(viewers, 1)) === '> Metrics only');
  t.is(viewers[0]?.messages.length, message_count);
});

test('[panel] shows an extension in play with its use of limits, until it is left', async (t) => {
  const { fixture, panel } = await panelFixture(t, { switchOn: () => extensionFixture() });
  const viewer = await openViewer(panel.url);
  t.teardown(() => viewer.close());
  const use = () => readAs(v.nullish(extensionUse), viewer.last('extension')?.['use']);
  await viewer.until('no extension', () => use() === null);
  await install(fixture, `${manifestOf('Probe')}
    local kept = {}
    function ext.key() for i = 1, 2000 do kept[i] = i end end`); // oxfmt-ignore
  await choose(fixture, 'Probe');
  await fixture.clock.advance(20);
  await viewer.until('the extension', () => Boolean(use()));
  const before = use();
  t.like(before, { name: 'Probe', heap_bytes_max: 262_144, instructions_max: 300_000 });
  await fixture.press('ok');
  await fixture.clock.advance(20);
  await viewer.until('more', () => (use()?.heap_bytes ?? 0) > 16 * 2000);
  // One loop iteration is two instructions or more.
  t.true((use()?.instructions_most ?? 0) >= 4000 && (use()?.instructions_most ?? 0) < 40_000, JSON.stringify(use()));
  await fixture.press('back');
  await viewer.until('the menu', () => use() === null);
});

test('[panel] sends a new device name to connected pages', async (t) => {
  const { fixture, panel } = await panelFixture(t);
  const viewer = await openViewer(panel.url);
  t.teardown(() => viewer.close());
  await choose(fixture, 'Settings');
  await choose(fixture, 'Device name');
  await fixture.press('up', 'ok');
  const deviceName = (): unknown => fieldsOf(viewer.last('hello')?.['device'] ?? {})['name'];
  // Waits for the message rather than the page: the page shows the settings earlier.
  await viewer.until('the new name', () => deviceName() === fixture.device.name());
  t.not(fixture.device.name(), fixture.device.id());
  t.like(viewer.last('hello'), { device: { name: fixture.device.name() } });
});

test('[panel] a closed socket leaves no listeners', async (t) => {
  let listeners = (): number => -1;
  const { panel, fixture } = await panelFixture(t, {
    dress(device) {
      const { device: dressed, listeners: count } = counted(device);
      listeners = count;
      return dressed;
    },
  });
  t.is(listeners(), 0);
  const [first, second] = [await openViewer(panel.url), await openViewer(panel.url)];
  await Promise.all([first.settled(), second.settled()]);
  const both = listeners();
  t.true(both > 0);
  await first.close();
  await second.settled();
  t.is(listeners(), both / 2);
  await second.close();
  const third = await openViewer(panel.url);
  await third.settled();
  t.is(listeners(), both / 2);
  await panel.close();
  await third.close();
  t.is(listeners(), 0);
  fixture.log.write('info', 'test', 'unheard');
});

test('[panel] a device that is off shows nothing, even before the firmware has blanked its screen', async (t) => {
  const off = { isOn: () => false, turn: async () => {}, whileCut: <T>(work: () => Promise<T>) => work() };
  const { fixture, panel } = await panelFixture(t, { dress: (on) => ({ ...on, power: off }) });
  t.not(fixture.lines().length, 0);
  const viewer = await openViewer(panel.url);
  await viewer.until('the switches', () => viewer.last('switches')?.['power'] === 'off');
  t.deepEqual(linesOf(viewer), []);
  t.deepEqual(viewer.last('leds')?.['colors'], [null, null, null, null]);
  await viewer.close();
});
