// Lifecycle of an extension, from its author's first publish until every device has it: real HTTP between author,
// support staff, the store and two devices, which are driven by their keys and putters.

import test, { type ExecutionContext } from 'ava';
import * as v from 'valibot';
import { createVirtualClock } from '../../hal/clock/clock-virtual.ts';
import { createUndiciHttp } from '../../hal/http/http-undici.ts';
import { keysFor } from '../support/device/code-keys.ts';
import { deviceFixture, type DeviceFixture } from '../support/device/device-fixture.ts';
import { localIsolates } from '../support/extension/extension-fixture.ts';
import { choose, persistedIn, pageOn, toMenu } from '../support/device/play.ts';
import { deviceCheck, toExtensions } from '../support/store/store-fixture.ts';
import { outcomeOf, servedStore, type StoreWorld, recordsIn } from '../support/store/store-world.ts';
import { readAs } from '../support/read-json.ts';

const textOf = (name: string): string => `
manifest {
  name = "${name}", kind = "drill",
  settings = { { key = "feet", label = "Distance", type = "int", min = 3, max = 30, default = 10, unit = "ft" } },
  trend = { { key = "putts", label = "Putts", better = "high" } },
}
local putts = store.get("putts") or 0
function ext.target() return { kind = "hole", distance_ft = settings.get("feet") } end
function ext.putt(p)
  putts = putts + 1
  store.set("putts", putts)
  trend.add("putts", putts)
end
function ext.draw() canvas.text("${name}: " .. putts .. " putts at " .. settings.get("feet") .. " ft", 20, 60) end`;

const TURNS_MAX = 20_000;

/** Advances the sockets and the device's clock until `is()` returns true. */
async function until(t: ExecutionContext, fixture: DeviceFixture, what: string, is: () => boolean): Promise<void> {
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    if (is()) return;
    await new Promise((resolve) => setImmediate(resolve));
    await fixture.clock.advance(turn % 100 === 99 ? 1 : 0);
  }
  t.fail(`not ${what}: ${fixture.lines().join(' | ')}`);
}

const shows = (fixture: DeviceFixture, text: string): boolean => fixture.lines().some((line) => line.includes(text));

/** Boots a device and waits until its first update check has finished. */
async function switchedOn(
  t: ExecutionContext,
  world: StoreWorld,
  seed: number,
  before?: DeviceFixture,
): Promise<DeviceFixture> {
  const http = createUndiciHttp();
  t.teardown(() => http.close());
  await before?.stop();
  const flash = before ? { flash: before.flash } : {};
  const clock = createVirtualClock();
  const fixture = await deviceFixture({
    clock,
    seed,
    http,
    store: world.origin,
    isolates: await localIsolates(),
    ...flash,
    boot_ms: 2000,
  });
  await until(t, fixture, 'checked', () => fixture.device.states()['update'] === 'idle');
  return fixture;
}

test('[R100] [R102] [R106] [R107] [R110] [R111] [R112] publishes, installs, plays, republishes and updates an extension, then makes it a default', async (t) => {
  const world = await servedStore(t, { check: await deviceCheck() });
  const ann = await world.author('ann');
  const { id } = readAs(
    v.object({ id: v.string() }),
    (await ann.post({ text: textOf('Ten feet'), description: 'Putts from ten feet.' })).json(),
  );
  t.regex(id, /^[0-9A-HJKMNP-TV-Z]{5}$/);

  const first = await switchedOn(t, world, 1);
  await toExtensions(first);
  await choose(first, 'Install with a code');
  await first.press(...keysFor(id));
  await until(t, first, 'installed', () => pageOn(first) === 'extensions' && shows(first, 'Ten feet: version 1'));
  await toMenu(first);
  await choose(first, 'Ten feet');
  await choose(first, 'Distance', 'right', 'right');
  await choose(first, 'Start');
  await until(t, first, 'playing', () => shows(first, 'Ten feet: 0 putts at 12 ft'));
  for (const putts of [1, 2]) {
    await first.strike({ club_speed_mps: 1.5 });
    t.true(shows(first, `Ten feet: ${putts} putts at 12 ft`), first.lines().join(' | '));
  }
  t.is((await ann.put(id, { text: textOf('Ten feet or so') })).status, 200);

  const again = await switchedOn(t, world, 1, first);
  t.true(shows(again, 'Note: Ten feet or so was updated.'));
  const { persisted } = await persistedIn(again.flash);
  t.like(persisted.installed[0], { code: id, version: 2, name: 'Ten feet or so', default: false });
  const { trend = [], ...kept } = persisted.extension_data[id] ?? {};
  t.deepEqual(kept, { settings: { feet: 12 }, store: { putts: 2 } });
  t.deepEqual(trend.map(({ key, value, player_id }) => [key, value, player_id]), [['putts', 1, 1], ['putts', 2, 1]]); // oxfmt-ignore
  // The device opens on the experience it played last.
  t.is(pageOn(again), 'options');
  await choose(again, 'Start');
  await until(t, again, 'playing', () => shows(again, 'Ten feet or so: 2 putts at 12 ft'));

  t.is((await world.decide(id, { default: true, version: 2 })).status, 200);
  const second = await switchedOn(t, world, 2);
  t.true(shows(second, 'Note: Ten feet or so was installed.'));
  await toExtensions(second);
  t.true(shows(second, 'Ten feet or so: version 2, default'));
  await choose(second, 'Ten feet or so');
  t.true(shows(second, 'Cannot be removed'));

  t.deepEqual(outcomeOf(await ann.remove(id)), [409, 'is_default']);
  const [record] = recordsIn(await ann.list());
  t.like(record, { version: 2, default: true, installs: 2, listing: 'none' });
  const old = await world.fetch(`${id}?v=1`);
  t.is(old.text, textOf('Ten feet'));
});
