// Power cuts of the rig: parsing the write log, rebuilding the disk after a cut, and finding problems of the storage
// afterwards.

import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openDataFolder } from '../../hal/flash/data-folder.ts';
import { createFileFlash } from '../../hal/flash/flash-files.ts';
import { createSeededRandom } from '../../hal/random/random-seeded.ts';
import { numberOf, valueOf as storedValue } from '../../rig/guest/stored-values.ts';
import { storageProblem } from '../../rig/power-cuts/check-storage.ts';
import { openCutDisks } from '../../rig/power-cuts/cut-disk.ts';
import { chooseCuts } from '../../rig/power-cuts/cut-points.ts';
import { readLog, type LogEntry } from '../../rig/power-cuts/log-writes.ts';
import { failsWith, valueOf } from '../support/results.ts';

function folderOf(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'tapin-cuts-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  return folder;
}

const [FLUSH, FUA, DISCARD] = [1, 2, 4];
type Written = readonly [sector: number, flags: number, text: string, sectors?: number];

/** Returns a log in the format of drivers/md/dm-log-writes.c, with sectors of 512 bytes. */
function logOf(writes: readonly Written[]): Buffer {
  const sector = (fields: readonly bigint[], last: number): Buffer => {
    const bytes = Buffer.alloc(512);
    fields.forEach((field, at) => bytes.writeBigUInt64LE(field, at * 8));
    bytes.writeUInt32LE(last, fields.length * 8);
    return bytes;
  };
  return Buffer.concat([
    sector([0x6a736677736872n, 1n, BigInt(writes.length)], 512),
    ...writes.flatMap(([at, flags, text, sectors = text === '' ? 0 : 1]) => [
      sector([BigInt(at), BigInt(sectors), BigInt(flags)], 0),
      ...(text === '' ? [] : [Buffer.alloc(512, text)]),
    ]),
  ]);
}

test('[rig] reads each write, its offset and each flush from a log', (t) => {
  const file = join(folderOf(t), 'log');
  writeFileSync(file, logOf([[2, 0, 'a'], [0, FLUSH, ''], [1, FUA, 'b'], [4, DISCARD, '', 2]])); // oxfmt-ignore
  const fd = openSync(file, 'r');
  t.deepEqual(valueOf(t, readLog(fd)), [
    { offset: 1024, bytes: 512, data_at: 1024, flush: false, fua: false, discard: false },
    { offset: 0, bytes: 0, data_at: 2048, flush: true, fua: false, discard: false },
    { offset: 512, bytes: 512, data_at: 2560, flush: false, fua: true, discard: false },
    { offset: 2048, bytes: 1024, data_at: 3584, flush: false, fua: false, discard: true },
  ]);
  closeSync(fd);
});

test('[rig] rejects a file that is not a log', (t) => {
  const file = join(folderOf(t), 'log');
  writeFileSync(file, Buffer.alloc(600, 'x'));
  const fd = openSync(file, 'r');
  failsWith(t, readLog(fd), 'rig_failed', /not a write log/);
  closeSync(fd);
});

const entry = (more: Partial<LogEntry> = {}): LogEntry => ({
  offset: 0,
  bytes: 512,
  data_at: 0,
  flush: false,
  fua: false,
  discard: false,
  ...more,
});

test('[rig] keeps every flushed or forced write in a cut, and any part of the rest', (t) => {
  const entries = [entry(), entry({ flush: true, bytes: 0 }), entry(), entry({ fua: true }), entry(), entry()];
  const cuts = chooseCuts(entries, 60, createSeededRandom(1));
  t.deepEqual([cuts[0]?.at, cuts.at(-1)?.at], [0, 6]);
  const last = cuts.filter(({ at }) => at === 6);
  t.true(last.every(({ safe, kept }) => safe === 2 && kept.includes(3) && kept.every((each) => each >= 2)));
  t.true(last.some(({ kept }) => kept.join(' ') === '2 3 4 5'));
  t.true(last.some(({ kept }) => kept.length < 4));
  t.true(cuts.filter(({ at }) => at === 1).every(({ safe }) => safe === 0));
});

test('[rig] builds the disk after a cut from the old disk, the flushed writes and chosen later writes', async (t) => {
  const folder = folderOf(t);
  const [log, disk, cut] = [join(folder, 'log'), join(folder, 'disk'), join(folder, 'cut')];
  writeFileSync(log, logOf([[0, 0, 'a'], [1, 0, 'b'], [0, FLUSH, ''], [1, 0, 'c'], [0, 0, 'd'], [2, DISCARD, '', 1]])); // oxfmt-ignore
  writeFileSync(disk, Buffer.alloc(2048, '.'));
  const fd = openSync(log, 'r');
  const disks = openCutDisks(valueOf(t, readLog(fd)), fd, disk);
  const after = async (at: number, safe: number, kept: readonly number[]): Promise<string> => {
    valueOf(t, await disks.make({ at, safe, kept }, cut));
    const bytes = readFileSync(cut);
    return [0, 512, 1024, 1536].map((offset) => String.fromCodePoint(bytes[offset] || 0x30)).join('');
  };
  t.is(await after(2, 0, [1]), '.b..');
  t.is(await after(5, 3, [3, 4]), 'dc..');
  t.is(await after(5, 3, [4]), 'db..');
  t.is(await after(6, 3, [5]), 'ab0.');
  disks.close();
  closeSync(fd);
});

test('[rig] accepts a storage that lost no flushed value and has no half value', async (t) => {
  const folder = folderOf(t);
  const data = valueOf(t, await openDataFolder(folder));
  const flash = createFileFlash(folder);
  const write = async (name: string, text: string) => valueOf(t, await flash.write(name, Buffer.from(text)));
  t.is(await storageProblem(folder, new Map()), '');
  await write('settings', storedValue(3, 120));
  t.is(await storageProblem(folder, new Map([['settings', 3]])), '');
  t.is(await storageProblem(folder, new Map([['settings', 2]])), '');
  t.is(await storageProblem(folder, new Map([['settings', 4]])), 'settings is value 3, but 4 had been stored');
  t.is(await storageProblem(folder, new Map([['round', 1]])), 'round is value 0, but 1 had been stored');
  t.is(
    await storageProblem(folder, new Map([['firmware', 1]])),
    'the newest whole firmware is 0, but 1 had been stored',
  );
  await write('settings', `${storedValue(4, 120).slice(0, 60)}${storedValue(3, 120).slice(60)}`);
  t.is(await storageProblem(folder, new Map()), 'settings is neither the old value nor the new one');
  await data.close();
});

test('[rig] reads the number of a stored value, and none from a partial or mixed value', (t) => {
  t.is(numberOf(storedValue(27, 120), 120), 27);
  t.is(storedValue(27, 6), '27:bbb');
  for (const wrong of ['', '27', '27:bb', '27:bbbb', '27:bba', ':']) t.is(numberOf(wrong, 6), null, wrong);
});
