// Extensions on real device processes: a file that reloads on each save, and one that is published to the store of
// `tapin run`, installed by its code and played.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import * as v from 'valibot';
import { keysFor } from '../../support/device/code-keys.ts';
import { panelPlayer } from '../../support/panel/panel-player.ts';
import { callTapin } from '../../support/process/call-tapin.ts';
import { printedJson, startTapin } from '../../support/process/tapin-process.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { readAs } from '../../support/read-json.ts';
import { openViewer } from '../../support/panel/viewer-socket.ts';

const textOf = (text: string): string => `manifest { name = "Saved", kind = "drill" }
local putts = store.get("putts") or 0
function ext.putt() putts = putts + 1 store.set("putts", putts) end
function ext.draw() canvas.text("${text}, " .. putts .. " putts", 20, 40) end`;

test('[extension] reloads a saved file with its stored data, and keeps the last good version', async (t) => {
  const file = join(await temporaryFolder(t), 'saved.lua');
  writeFileSync(file, textOf('one'));
  const tapin = await startTapin(t, ['extension', 'run', file, '--port', '0', '--seed', '7']);
  const player = await panelPlayer(t, tapin, 0, /^one, 0 putts$/);
  await player.strike({ club_speed_mps: 1 });
  await player.waitForLine(/^one, 1 putts$/);
  writeFileSync(file, textOf('two'));
  await player.waitForLine(/^two, 1 putts$/);
  writeFileSync(file, `${textOf('three')} end`);
  await tapin.untilStderr(`${file}:4: `);
  t.true(player.lines().includes('two, 1 putts'));
  writeFileSync(file, textOf('four'));
  await player.waitForLine(/^four, 1 putts$/);
});

test('[extension] reports a runtime error of an extension with its line', async (t) => {
  const file = join(await temporaryFolder(t), 'saved.lua');
  writeFileSync(file, `${textOf('one')}\nfunction ext.key() local none\nnone.x = 1 end`);
  const tapin = await startTapin(t, ['extension', 'run', file, '--port', '0', '--seed', '7']);
  const player = await panelPlayer(t, tapin, 0, /^one, 0 putts$/);
  await player.press('right');
  await tapin.untilStderr(`${file}:6: `);
  t.is(tapin.stderr().match(/:6: /g)?.length, 1, 'once');
});

const shownFile = v.object({
  name: v.string(),
  problem: v.nullable(
    v.looseObject({
      message: v.string(),
      line: v.nullable(v.number()),
      source: v.array(v.object({ line: v.number(), text: v.string(), marked: v.boolean() })),
    }),
  ),
});

test('[extension] tells the page why the file does not load, with line and text, until it does', async (t) => {
  const file = join(await temporaryFolder(t), 'saved.lua');
  writeFileSync(file, textOf('one'));
  const tapin = await startTapin(t, ['extension', 'run', file, '--port', '0', '--seed', '7']);
  const player = await panelPlayer(t, tapin, 0, /^one, 0 putts$/);
  const viewer = await openViewer(String(tapin.listening['panel']));
  t.teardown(() => viewer.close());
  const shown = () => readAs(shownFile, viewer.last('script')?.['file']);
  await viewer.until('a file that loads', () => viewer.last('script') !== undefined);
  t.deepEqual(shown(), { name: 'saved.lua', problem: null });
  writeFileSync(file, `${textOf('two')} end`);
  await viewer.until('a problem', () => shown().problem !== null);
  t.like(shown().problem, { line: 4, callback: null, message: "<eof> expected near 'end'." });
  t.deepEqual(
    shown().problem?.source.map(({ line, marked }) => [line, marked]),
    [[1, false], [2, false], [3, false], [4, true]], // oxfmt-ignore
  );
  t.regex(shown().problem?.source.at(-1)?.text ?? '', /^function ext\.draw\(\) .*"two, .* end end$/);
  t.true(player.lines().includes('one, 0 putts'));
  writeFileSync(file, textOf('three'));
  await player.waitForLine(/^three, 0 putts$/);
  await viewer.until('no problem', () => shown().problem === null);
  rmSync(file);
  await viewer.until('a missing file', () => shown().problem?.message.startsWith("can't be read: ") ?? false);
  t.like(shown().problem, { line: null, source: [] });
  t.true(player.lines().includes('three, 0 putts'));
});

test('[R107] publishes to the store of tapin run, installs by code, plays, and updates on request', async (t) => {
  const folder = await temporaryFolder(t);
  const data = join(folder, 'data');
  const tapin = await startTapin(t, ['run', '--port', '0', '--data', data, '--seed', '7']);
  const token = await callTapin(['cloud', 'token', '--data', join(data, 'cloud'), '--author', 'Ann']);
  const env = { TAPIN_TOKEN: token.stdout.trim() };
  const publish = async (text: string, ...more: readonly string[]): Promise<string> => {
    const file = join(folder, 'saved.lua');
    writeFileSync(file, textOf(text));
    const args = ['extension', 'publish', file, '--cloud', String(tapin.listening['relay']), ...more];
    const published = await callTapin(args, { env });
    t.is(published.code, 0, published.stderr);
    return printedJson(v.object({ id: v.string() }), published).id;
  };
  const code = await publish('one', '--description', 'A drill.');
  const player = await panelPlayer(t, tapin, 0);
  await player.choose('Settings');
  await player.choose('Manage extensions');
  await player.choose('Install with a code');
  await player.press(...keysFor(code));
  await player.waitForLine(/^Saved: version 1$/);
  await publish('two', '--code', code);
  await player.choose('Check for updates');
  await player.waitForLine(/^Saved: version 2$/);
  await player.press('back', 'back');
  await player.waitForLine(/^tapin · sensor ready$/);
  await player.choose('Saved');
  await player.waitForLine(/^two, 0 putts$/);
  await player.strike({ club_speed_mps: 1 });
  await player.waitForLine(/^two, 1 putts$/);
});
