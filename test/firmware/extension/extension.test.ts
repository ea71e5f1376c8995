// An extension on the device: in its slot, played by strikes and keys, kept, replaced, and stopped on an error.

import { readFileSync } from 'node:fs';
import test from 'ava';
import { createMemoryFlash } from '../../../hal/flash/flash-memory.ts';
import type { DeviceFixture } from '../../support/device/device-fixture.ts';
import { CODE, extensionFixture, install, manifestOf } from '../../support/extension/extension-fixture.ts';
import { choose, persistedIn, pageOn, players, flashWith } from '../../support/device/play.ts';

const text = (line: string): string => `canvas.text(${line}, 10, 50)`;

/** Returns the script records in flash. */
async function textsIn(fixture: DeviceFixture): Promise<readonly string[]> {
  const records = await fixture.flash.list();
  return records.ok ? records.value.filter((record) => record.startsWith('text-')) : [];
}

/** Opens a device that plays this text. */
async function playing(script: string, flash?: Parameters<typeof extensionFixture>[0]): Promise<DeviceFixture> {
  const fixture = await extensionFixture(flash);
  await install(fixture, manifestOf('Probe') + script);
  await choose(fixture, 'Probe');
  await fixture.clock.advance(20);
  return fixture;
}

test('[R105] slot i is installed extension i, in game mode 24 + i', async (t) => {
  const fixture = await extensionFixture();
  for (const [i, code] of ['AAAA1', 'BBBB2', 'CCCC3'].entries())
    await install(fixture, manifestOf(`Drill ${i}`), { code, name: `Drill ${i}` });
  for (const i of [2, 0, 1]) {
    await choose(fixture, `Drill ${i}`);
    t.is(pageOn(fixture), 'extension');
    await fixture.clock.advance(20);
    const { persisted } = await persistedIn(fixture.flash);
    t.is(persisted.exp.mode, 24 + i);
    await fixture.press('back');
    t.is(pageOn(fixture), 'menu');
  }
});

test('[R104] rejects a seventh extension; a new version reuses the slot of the old version', async (t) => {
  const fixture = await extensionFixture();
  const codes = ['AAAA1', 'AAAA2', 'AAAA3', 'AAAA4', 'AAAA5', 'AAAA6', 'AAAA7'];
  for (const code of codes) await install(fixture, manifestOf(code), { code, name: code });
  await install(fixture, manifestOf('New'), { code: 'AAAA3', name: 'New', version: 2 });
  const { persisted } = await persistedIn(fixture.flash);
  t.deepEqual(persisted.installed.map(({ name }) => name), ['AAAA1', 'AAAA2', 'New', 'AAAA4', 'AAAA5', 'AAAA6']); // oxfmt-ignore
});

test('[extension] a strike is a putt on this green towards the extension’s target', async (t) => {
  const fixture = await playing(`
    local last
    function ext.target() return { kind = "hole", distance_ft = 10 } end
    function ext.putt(p) last = p end
    function ext.draw()
      if not last then ${text('"none"')} return end
      ${text('last.verdict .. " " .. last.target_ft .. " " .. last.player')}
      ${text('string.format("%.2f", last.ball_speed_mps / last.club_speed_mps)')}
    end`);
  t.deepEqual(fixture.lines(), ['none', 'Keys: Back leaves']);
  await fixture.strike({ club_speed_mps: 0.5 });
  // A new player's impact ratio is 1.6; half a metre per second never reaches a hole at ten feet.
  t.deepEqual(fixture.lines().slice(0, 2), ['short 10 1', '1.60']);
});

test('[extension] a putt without a distance has no verdict', async (t) => {
  for (const target of ['nil', '{}', '{ kind = "hole" }']) {
    const fixture = await playing(`
      local said = ""
      function ext.target() return ${target} end
      function ext.putt(p) said = "[" .. p.verdict .. "]" .. tostring(p.leave_ft) end
      function ext.draw() ${text('said .. "."')} end`);
    await fixture.strike({});
    t.is(fixture.lines()[0], '[]nil.', target);
  }
});

test('[C155] a wrong target stops the extension at the strike, with its line', async (t) => {
  const fixture = await playing('\nfunction ext.target()\n  return { kind = "cup", distance_ft = 10 }\nend');
  await fixture.strike({});
  t.deepEqual(fixture.lines().slice(0, 3), [
    'Probe · stopped',
    'This extension has stopped',
    'Line 4: target.kind must be one of hole, station, not "cup"',
  ]);
});

const KEY_RECORDER = `
  local keys = {}
  function ext.key(name, phase) keys[#keys + 1] = name .. " " .. tostring(phase) end
  function ext.draw() ${text('table.concat(keys, ",") .. "."')} end`;

test('[C156] delivers a key when it is pressed, held and released', async (t) => {
  const fixture = await playing(KEY_RECORDER);
  await fixture.press('up', 'down', 'ok');
  await fixture.clock.advance(20);
  t.is(fixture.lines()[0], 'up down,up up,down down,down up,ok down,ok up.');
  const held = async (key: 'left' | 'ok', ms: number): Promise<string> => {
    const before = fixture.lines()[0]?.length ?? 0;
    fixture.keys.key(key, 'press');
    await fixture.clock.advance(ms);
    fixture.keys.key(key, 'release');
    await fixture.clock.advance(20);
    return fixture.lines()[0]?.slice(before - 1) ?? '';
  };
  t.is(await held('left', 440), ',left down,left up.');
  t.is(await held('left', 600), ',left down,left repeat,left repeat,left up.');
  t.is(await held('ok', 600), ',ok down,ok up.', 'OK does not repeat');
});

test('[C156] does not deliver the release of a key pressed before the extension started', async (t) => {
  const fixture = await extensionFixture();
  await install(fixture, manifestOf('Probe') + KEY_RECORDER);
  await choose(fixture, 'Probe', 'right');
  fixture.keys.key('ok', 'press');
  await fixture.clock.advance(20);
  t.is(pageOn(fixture), 'extension');
  fixture.keys.key('ok', 'release');
  await fixture.clock.advance(20);
  t.is(fixture.lines()[0], '.');
});

test('[C156] calls an ext.key without a phase for presses and repeats only', async (t) => {
  for (const [parameters, calls] of [
    ['name', 2],
    ['', 2],
    ['name, phase', 3],
    ['...', 3],
  ] as const) {
    const fixture = await playing(`
      local calls = 0
      function ext.key(${parameters}) calls = calls + 1 end
      function ext.draw() ${text('calls .. "."')} end`);
    fixture.keys.key('left', 'press');
    await fixture.clock.advance(500);
    fixture.keys.key('left', 'release');
    await fixture.clock.advance(20);
    t.is(fixture.lines()[0], `${calls}.`, parameters);
  }
});

test('[extension] Back leaves the extension whatever it does', async (t) => {
  const fixture = await playing(KEY_RECORDER);
  await fixture.press('back');
  t.is(pageOn(fixture), 'menu');
});

test('[extension] a clip limits later drawing, takes four numbers or none, and ends with the picture', async (t) => {
  const fixture = await playing(`
    local refused = pcall(canvas.clip, 1, 2, 3)
    function ext.draw()
      canvas.clear("#0000ff")
      canvas.clip(10, 20, 30, 40)
      canvas.rect(0, 0, 480, 320, { fill = "#ff0000" })
      ${text('tostring(refused)')}
    end`);
  t.is(fixture.lines()[0], 'false');
  const red = fixture.screen.pixels().filter((value, i) => i % 4 === 0 && value === 255).length;
  t.true(red > 30 * 40 - 300 && red <= 30 * 40); // except for the letters in it
  t.deepEqual(fixture.screen.picture().list.at(-1), { kind: 'clip', area: null });
});

test('[extension] timers and updates follow the device’s clock and end with the page', async (t) => {
  const fixture = await playing(`
    local ticks, updates = 0, 0
    function ext.start() timer.every(500, function() ticks = ticks + 1 log.info("tick") end) end
    function ext.update(dt) updates = updates + 1 end
    function ext.draw() ${text('ticks .. " " .. math.floor(updates / 10)')} end`);
  await fixture.clock.advance(2030);
  // 30 updates a second, one every 33 ms.
  t.is(fixture.lines()[0], '4 6');
  await fixture.press('back');
  const before = fixture.log.lines().length;
  await fixture.clock.advance(5000);
  t.is(fixture.log.lines().filter(({ text: line }) => line === 'tick').length, 4);
  t.true(fixture.log.lines().length - before < 3);
});

test('[R106] keeps the store and trend by code, across a reboot and an update', async (t) => {
  const script = `
    manifest { name = "Probe", kind = "drill", trend = { { key = "made" } } }
    store.set("n", (store.get("n") or 0) + 1)
    trend.add("made", store.get("n"))
    function ext.draw() ${text('store.get("n") .. ":" .. table.concat(trend.last("made"), ",")')} end`;
  const fixture = await extensionFixture();
  await install(fixture, script);
  await choose(fixture, 'Probe');
  await fixture.clock.advance(20);
  t.is(fixture.lines()[0], '1:1');
  await fixture.stop();
  const again = await extensionFixture(createMemoryFlash(fixture.flash.disk));
  await choose(again, 'Probe');
  await again.clock.advance(20);
  t.is(again.lines()[0], '2:1,2');
  await install(again, `${script}\n-- another version`, { version: 2 });
  await again.clock.advance(20);
  t.is(again.lines()[0], '3:1,2,3', 'the extension on screen restarts as the new version');
});

const FLOOD = `
  local n = 0
  function ext.update()
    n = n + 1
    store.set("n", n)
    for _ = 1, 5 do sound.play("holed") log.info("again") log.info("line " .. n) end
  end`;

test('[R106] writes a store changed thirty times a second every few seconds and on leaving', async (t) => {
  const fixture = await playing(FLOOD);
  const before = fixture.flash.writes();
  await fixture.clock.advance(30_000);
  const writes = fixture.flash.writes() - before;
  t.true(writes >= 5 && writes <= 7, `${writes}`);
  await fixture.press('back');
  await fixture.clock.advance(20);
  const { persisted } = await persistedIn(fixture.flash);
  const stored = Number(persisted.extension_data[CODE]?.store['n']);
  t.true(stored > 850 && stored < 960, `${stored}`);
});

test('[extension] throttles a flood of logs and sounds, and counts the dropped lines', async (t) => {
  const fixture = await playing(FLOOD);
  const before = fixture.log.lines().length;
  let sounds = 0;
  fixture.speaker.onPlay(() => void sounds++);
  await fixture.clock.advance(10_000);
  const lines = fixture.log.lines().slice(before);
  t.true(lines.length <= 10 * 22, `${lines.length} lines in 10 s`);
  t.true(lines.some(({ text: line }) => /^\d+ more lines in this second were dropped\.$/.test(line)));
  t.true(sounds > 40 && sounds <= 80, `${sounds} sounds in 10 s`);
});

test('[extension] counts repeated log lines', async (t) => {
  const fixture = await playing('function ext.key() for _ = 1, 10 do log.info("again") end log.info("other") end');
  await fixture.press('up');
  await fixture.clock.advance(20);
  const logged = fixture.log.lines().filter(({ area }) => area.startsWith('extension'));
  t.deepEqual(logged.map(({ text: line }) => line), ['again', 'again', 'again', 'again × 10', 'other']); // oxfmt-ignore
});

test('[R119] a failing extension shows message and line, keeps its store, and the device runs on', async (t) => {
  const fixture = await playing(`
    function ext.putt() store.set("before", 1) nothing.here() end
    function ext.draw() ${text('"well"')} end`);
  t.is(fixture.lines()[0], 'well');
  await fixture.strike({});
  t.deepEqual(fixture.lines().slice(0, 4), [
    'Probe · stopped',
    'This extension has stopped',
    "Line 3: attempt to index a nil value (global 'nothing')",
    'Its stored data is kept.',
  ]);
  await fixture.strike({});
  t.true(fixture.lines().includes('Note: Putt ignored: the extension has stopped.'));
  const { persisted } = await persistedIn(fixture.flash);
  t.deepEqual(persisted.extension_data[CODE]?.store, { before: 1 });
  await fixture.press('back');
  t.is(pageOn(fixture), 'menu');
});

test('[R122] the budget stops an endless loop in a callback', async (t) => {
  const fixture = await playing('function ext.putt() while true do pcall(function() while true do end end) end end');
  await fixture.strike({});
  t.is(fixture.lines()[0], 'Probe · stopped');
  t.regex(fixture.lines()[2] ?? '', /^Line 2: took too long/);
});

test('[R103] does not run a script that differs from the installed one', async (t) => {
  const fixture = await extensionFixture();
  await install(fixture, manifestOf('Probe'));
  const [record = ''] = await textsIn(fixture);
  await fixture.flash.write(record, new TextEncoder().encode(`${manifestOf('Probe')} -- changed`));
  await choose(fixture, 'Probe');
  await fixture.clock.advance(20);
  t.true(fixture.lines().includes('Text damaged or missing: reinstall the extension.'), fixture.lines().join(' | '));
});

test('[extension] receives the players in order, and whose turn it is', async (t) => {
  const flash = await flashWith({ players: players('Ann', 'Bo') });
  const fixture = await playing(
    `
    function ext.putt() players.next() end
    function ext.draw() ${text('players.current().name .. " of " .. #players.list()')} end`,
    flash,
  );
  t.is(fixture.lines()[0], 'Ann of 2');
  await fixture.strike({});
  t.is(fixture.lines()[0], 'Bo of 2');
  await fixture.strike({});
  t.is(fixture.lines()[0], 'Ann of 2');
});

test('[extension] sends sound, light and log through their ports', async (t) => {
  const fixture = await playing(`
    function ext.start() sound.play("holed") led.set(1, "#ff0000") led.set(2, 0x00ff00) print("hello", 1) end`);
  t.deepEqual(fixture.leds.colors().slice(0, 3), ['#ff0000', '#00ff00', null]);
  t.true(fixture.log.lines().some(({ area, text: line }) => area === `extension ${CODE}` && line === 'hello 1'));
  await fixture.press('back');
  t.deepEqual(fixture.leds.colors().slice(0, 2), [null, null], 'no LEDs in the menu');
});

test('[extension] climbs the ladder of the bundled extension', async (t) => {
  const fixture = await extensionFixture();
  await install(fixture, readFileSync('docs/extensions/examples/ladder.lua', 'utf8'), { name: 'Ladder' });
  await choose(fixture, 'Ladder');
  await fixture.clock.advance(20);
  t.true(fixture.lines().includes('3 feet'));
  // Each distance three times; a club speed of 1.05 to 1.6 m/s rolls slightly past the hole on a green of stimp 10.
  for (let putt = 0; putt < 15; putt++) {
    const feet = 3 + Math.floor(putt / 3);
    t.true(fixture.lines().includes(`${feet} feet`), `${putt}: ${fixture.lines().join(' | ')}`);
    await fixture.strike({ club_speed_mps: 0.36 * Math.sqrt(feet + 0.8) + 0.28, face_angle_deg: 0 });
  }
  t.true(fixture.lines().includes('Player 1 is up after 15 putts'), fixture.lines().join(' | '));
  await fixture.press('back');
  const { persisted } = await persistedIn(fixture.flash);
  const [figure, ...others] = persisted.extension_data[CODE]?.trend ?? [];
  t.like(figure, { key: 'putts', value: 15, player_id: persisted.players[0]?.id });
  t.deepEqual(others, []);
});

test('[R117] a power cut during an install leaves the old version or the new one, whole', async (t) => {
  const versionOf = (n: number): string => `${manifestOf('Probe')}function ext.draw() ${text(`"version ${n}"`)} end`;
  const [old, fresh] = [versionOf(1), versionOf(2)];
  const seen = new Set<string>();
  for (let operations = 0; operations < 24; operations++) {
    const fixture = await extensionFixture();
    await install(fixture, old);
    const { disk } = fixture.flash;
    const cut = { torn: 0.5, folder: 'lost' } as const;
    disk.cutPowerAt(disk.operations() + operations, cut);
    await install(fixture, fresh, { version: 2 }).catch(() => {});
    await fixture.stop();
    disk.cutPowerAt(Number.POSITIVE_INFINITY, cut);
    disk.powerOn();
    const again = await extensionFixture(createMemoryFlash(disk));
    await choose(again, 'Probe');
    await again.clock.advance(20);
    const [line = ''] = again.lines();
    t.true(['version 1', 'version 2'].includes(line), `after ${operations} operations: ${again.lines().join(' | ')}`);
    seen.add(line);
  }
  t.is(seen.size, 2, 'old version after an early cut, new one after a late cut');
});

test('[R102] a replaced version leaves no text behind', async (t) => {
  const fixture = await extensionFixture();
  for (const n of [1, 2, 3]) await install(fixture, `${manifestOf('Probe')} -- ${n}`, { version: n });
  await install(fixture, manifestOf('Other'), { code: 'AAAA1', name: 'Other' });
  t.is((await textsIn(fixture)).length, 2);
});

test('[extension] reports too few players; if there are too many, takes the first ones', async (t) => {
  const fixture = await extensionFixture(await flashWith({ players: players('Ann', 'Bo') }));
  const textFor = (few: string): string =>
    `manifest { name = "Probe", kind = "game", players = ${few} } function ext.draw() ${text('#players.list() .. players.current().name')} end`;
  await install(fixture, textFor('{ 3, 4 }'));
  await choose(fixture, 'Probe');
  await fixture.clock.advance(20);
  t.true(fixture.lines().includes('Needs at least 3 players: add them under Players.'), fixture.lines().join(' | '));
  await install(fixture, textFor('{ 1, 1 }'), { version: 2 });
  await fixture.clock.advance(20);
  t.is(fixture.lines()[0], '1Ann');
});
