// `tapin putts`: prints the kept putts of a data folder.

import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { parse } from 'csv-parse/sync';
import { createFileFlash } from '../../hal/flash/flash-files.ts';
import { deviceFixture } from '../support/device/device-fixture.ts';
import { choose, flashWith, players, putt } from '../support/device/play.ts';
import { callTapin } from '../support/process/call-tapin.ts';
import { listOf } from '../support/read-json.ts';

/** Returns the data folder of a device whose two players have putted once each. */
async function playedFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tapin-putts-'));
  const fixture = await deviceFixture({ flash: await flashWith({ players: players('Ana', 'Bo') }) });
  await choose(fixture, 'Lag putting');
  await choose(fixture, 'Start');
  for (const share of [1, 0.5]) await putt(fixture, share);
  await fixture.stop();
  const files = createFileFlash(folder);
  const names = await fixture.flash.list();
  for (const name of names.ok ? names.value : []) {
    const read = await fixture.flash.read(name);
    if (read.ok && read.value.value) await files.write(name, read.value.value);
  }
  return folder;
}

test('[C177] prints the putts of a device as CSV or JSON, for all players or one', async (t) => {
  const data = await playedFolder();
  const before = await readdir(data);
  const table = await callTapin(['putts', '--data', data]);
  t.is(table.code, 0, table.stderr);
  const rows: Record<string, string>[] = parse(table.stdout, { columns: true });
  t.deepEqual(
    rows.map(({ seq, player, verdict }) => [seq, player, verdict]),
    [['1', 'Ana', 'holed'], ['2', 'Bo', 'short']], // oxfmt-ignore
  );
  const json = await callTapin(['putts', '--data', data, '--player', 'Bo', '--json']);
  t.like(listOf(JSON.parse(json.stdout))[0], { seq: 2, player: 'Bo', experience: 'Lag putting' });
  t.deepEqual(await readdir(data), before, 'writes nothing, and takes no lock');
});

test('[C177] names a folder without a device, and an unknown player, in one line', async (t) => {
  const data = await playedFolder();
  const empty = await mkdtemp(join(tmpdir(), 'tapin-putts-'));
  for (const [args, message] of [
    [['--data', join(empty, 'none')], /none is not a folder: name a data folder with --data\.\n$/],
    [['--data', empty], /holds no device: name its data folder with --data\.\n$/],
    [['--data', data, '--player', 'Cy'], /^tapin: No player Cy: the players are Ana, Bo\.\n$/],
  ] as const) {
    const { code, stdout, stderr } = await callTapin(['putts', ...args]);
    t.deepEqual([code, stdout], [2, '']);
    t.regex(stderr, message);
  }
});
