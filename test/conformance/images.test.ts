// One suite for firmware image slots and their boot record, run against the flash of a virtual board and against
// release folders on the real file system.

import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { create } from 'tar';
import { createFileFlash } from '../../hal/flash/flash-files.ts';
import { createMemoryFlash } from '../../hal/flash/flash-memory.ts';
import type { Flash } from '../../hal/flash/flash.ts';
import type { ImageSlots } from '../../hal/images/image-slots.ts';
import { createFlashImageSlots } from '../../hal/images/image-slots-flash.ts';
import { createFolderImageSlots, slotFolder } from '../../hal/images/image-slots-folder.ts';
import { createImageBoard } from '../../hal/images/images-board.ts';
import { manifestLine, type ImageManifest } from '../../wire/firmware/image.ts';
import { errorOf, valueOf } from '../support/results.ts';

const FACTORY: ImageManifest = { hw: 'virtual', version: '0.9.0', seq: 1 };
const NEW: ImageManifest = { hw: 'virtual', version: '0.9.1', seq: 2 };
const NEXT: ImageManifest = { hw: 'virtual', version: '0.9.2', seq: 3 };

interface Place {
  readonly flash: Flash;
  readonly slots: ImageSlots;
  /** Corrupts the content of a slot. */
  spoil(slot: 'a' | 'b'): Promise<void>;
}

type MakePlace = (t: ExecutionContext) => Place;

const inFlash: MakePlace = () => {
  const flash = createMemoryFlash();
  return {
    flash,
    slots: createFlashImageSlots(flash),
    spoil: async (slot) => void (await flash.write(`image-${slot}-0000`, Buffer.from('something else'))),
  };
};

const inFolder: MakePlace = (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tapin-images-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return {
    flash: createFileFlash(folder),
    slots: createFolderImageSlots(folder),
    spoil: async (slot) => writeFileSync(join(slotFolder(folder, slot), 'bin', 'large.txt'), 'something else'),
  };
};

/** Yields a release with one program, in chunks of `piece_bytes`. */
async function* imageOf(manifest: ImageManifest, piece_bytes = 700): AsyncGenerator<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'tapin-release-'));
  try {
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'tapin'), '#!/bin/sh\necho hello\n', { mode: 0o755 });
    writeFileSync(
      join(folder, 'bin', 'large.txt'),
      Array.from({ length: 3000 }, (_, i) => `${(i * 7919) % 10_007}`).join('\n'),
    );
    const chunks: Uint8Array[] = [manifestLine(manifest)];
    writeFileSync(join(folder, 'bin', 'as-root'), '#!/bin/sh\n');
    chmodSync(join(folder, 'bin', 'as-root'), 0o6755);
    symlinkSync('large.txt', join(folder, 'bin', 'link'));
    for await (const chunk of create({ cwd: folder, gzip: true, portable: true }, ['.'])) chunks.push(chunk);
    const whole = Buffer.concat(chunks);
    for (let at = 0; at < whole.length; at += piece_bytes) yield whole.subarray(at, at + piece_bytes);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const [name, place] of [
  ['flash', inFlash],
  ['folder', inFolder],
] as const) {
  const boardIn = (t: ExecutionContext) => {
    const at = place(t);
    return { ...at, board: createImageBoard({ ...at, factory: FACTORY }) };
  };

  test(`[R146] (${name}) a new board boots its factory image`, async (t) => {
    const { board } = boardIn(t);
    t.deepEqual(await board.boot(), { ...FACTORY, slot: null, trial: false, rolled_back: '' });
  });

  test(`[R146] (${name}) a written image boots only once armed, on trial, and stays once confirmed`, async (t) => {
    const { board } = boardIn(t);
    valueOf(t, await board.write(null, imageOf(NEW)));
    t.is((await board.boot()).version, '0.9.0');
    valueOf(t, await board.arm(null));
    const trial = { ...NEW, slot: 'a' as const, trial: true, rolled_back: '' };
    t.deepEqual(await board.boot(), trial);
    t.true(await board.onTrial());
    valueOf(t, await board.confirm('a'));
    for (let starts = 0; starts < 3; starts++) t.deepEqual(await board.boot(), { ...trial, trial: false });
  });

  test(`[R146] (${name}) rolls back and reports an image that is not confirmed before the next boot`, async (t) => {
    const { board } = boardIn(t);
    valueOf(t, await board.write(null, imageOf(NEW)));
    valueOf(t, await board.arm(null));
    await board.boot();
    t.deepEqual(await board.boot(), { ...FACTORY, slot: null, trial: false, rolled_back: '0.9.1' });
    valueOf(t, await board.write(null, imageOf(NEXT)));
    valueOf(t, await board.arm(null));
    t.deepEqual(await board.boot(), { ...NEXT, slot: 'a', trial: true, rolled_back: '' });
  });

  test(`[R140] (${name}) repeats an interrupted trial at the next boot instead of rolling back`, async (t) => {
    const { board } = boardIn(t);
    valueOf(t, await board.repeatTrial());
    t.is((await board.boot()).version, '0.9.0', 'no image was written');
    valueOf(t, await board.write(null, imageOf(NEW)));
    valueOf(t, await board.arm(null));
    const trial = { ...NEW, slot: 'a' as const, trial: true, rolled_back: '' };
    for (let starts = 0; starts < 3; starts++) {
      t.deepEqual(await board.boot(), trial);
      valueOf(t, await board.repeatTrial());
    }
    await board.boot();
    t.is((await board.boot()).rolled_back, '0.9.1', 'an interrupted trial was not ended by the board');
  });

  test(`[R146] (${name}) an armed image does not put the running one on trial`, async (t) => {
    const { board } = boardIn(t);
    valueOf(t, await board.write(null, imageOf(NEW)));
    valueOf(t, await board.arm(null));
    t.false(await board.onTrial(), 'the armed image has not started yet');
    await board.boot();
    t.true(await board.onTrial());
    valueOf(t, await board.confirm('a'));
    valueOf(t, await board.write('a', imageOf(NEXT)));
    valueOf(t, await board.arm('a'));
    t.false(await board.onTrial());
    valueOf(t, await board.repeatTrial());
    t.like(await board.boot(), { ...NEXT, trial: true, rolled_back: '' });
  });

  test(`[R146] (${name}) writes the next image to the other slot and boots it`, async (t) => {
    const { board, slots } = boardIn(t);
    valueOf(t, await board.write(null, imageOf(NEW)));
    valueOf(t, await board.arm(null));
    await board.boot();
    valueOf(t, await board.confirm('a'));
    valueOf(t, await board.write('a', imageOf(NEXT)));
    t.deepEqual([await slots.inspect('a'), await slots.inspect('b')], [NEW, NEXT]);
    valueOf(t, await board.arm('a'));
    t.is((await board.boot()).slot, 'b');
    t.is((await board.boot()).slot, 'a', 'not confirmed');
  });

  test(`[R146] (${name}) does not overwrite the confirmed image during a trial`, async (t) => {
    const { board, slots } = boardIn(t);
    valueOf(t, await board.write(null, imageOf(NEW)));
    valueOf(t, await board.arm(null));
    await board.boot();
    valueOf(t, await board.confirm('a'));
    valueOf(t, await board.write('a', imageOf(NEXT)));
    valueOf(t, await board.arm('a'));
    t.is((await board.boot()).slot, 'b');
    for (const refused of [await board.write('b', imageOf(NEXT)), await board.arm('b')])
      t.regex(errorOf(t, refused).message, /holds the confirmed image/);
    t.deepEqual(await slots.inspect('a'), NEW);
  });

  test(`[R146] (${name}) reports a rollback at one boot only`, async (t) => {
    const { board } = boardIn(t);
    valueOf(t, await board.write(null, imageOf(NEW)));
    valueOf(t, await board.arm(null));
    const rolled_back = [];
    for (let starts = 0; starts < 3; starts++) rolled_back.push((await board.boot()).rolled_back);
    t.deepEqual(rolled_back, ['', '0.9.1', '']);
  });

  test(`[R146] (${name}) never boots a corrupt image, on trial or confirmed`, async (t) => {
    const { board, spoil } = boardIn(t);
    valueOf(t, await board.write(null, imageOf(NEW)));
    valueOf(t, await board.arm(null));
    await spoil('a');
    t.is((await board.boot()).version, '0.9.0');
    t.regex(errorOf(t, await board.arm(null)).message, /incomplete/);
    valueOf(t, await board.write(null, imageOf(NEW)));
    valueOf(t, await board.arm(null));
    await board.boot();
    valueOf(t, await board.confirm('a'));
    await spoil('a');
    t.is((await board.boot()).version, '0.9.0');
  });

  test(`[R146] (${name}) never boots a slot whose source broke off during the write`, async (t) => {
    const { board, slots } = boardIn(t);
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      let pieces = 0;
      for await (const piece of imageOf(NEW)) {
        if (pieces++ === 2) throw new Error('the cable is out');
        yield piece;
      }
    };
    t.regex(errorOf(t, await board.write(null, broken())).message, /the cable is out/);
    t.is(await slots.inspect('a'), null);
    t.false((await board.arm(null)).ok);
  });

  test(`[R146] (${name}) replaces a lost or invalid boot record with the initial one`, async (t) => {
    const { board, flash } = boardIn(t);
    for (const bytes of [
      '',
      '{',
      '{}',
      '{"active":"c","trial":null,"rolled_back":""}',
      '{"active":"a","trial":{"slot":"a","state":"x"},"rolled_back":""}',
    ]) {
      await flash.write('boot', Buffer.from(bytes));
      t.is((await board.boot()).version, '0.9.0', bytes);
    }
  });
}

test('[R146] (folder) unpacks a release as it was packed, with the mode of its program', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tapin-images-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const slots = createFolderImageSlots(folder);
  valueOf(t, await slots.fill('b', imageOf(NEW)));
  t.is(readFileSync(join(slotFolder(folder, 'b'), 'tapin'), 'utf8'), '#!/bin/sh\necho hello\n');
  t.is(readFileSync(join(slotFolder(folder, 'b'), 'bin', 'large.txt'), 'utf8').split('\n').length, 3000);
});

const SPOILT: readonly (readonly [what: string, spoil: (release: string) => void])[] = [
  ['one bit of a file has changed', (release) => {
    const bytes = readFileSync(join(release, 'bin', 'large.txt'));
    writeFileSync(join(release, 'bin', 'large.txt'), bytes.with(4000, bytes.readUInt8(4000) ^ 1));
  }],
  ['a file is missing', (release) => rmSync(join(release, 'tapin'))],
  ['a link leads elsewhere', (release) => {
    rmSync(join(release, 'bin', 'link'));
    symlinkSync('../somewhere', join(release, 'bin', 'link'));
  }],
  ['the list of its hashes is cut short', (release) => {
    const lines = readFileSync(join(release, 'tapin-image.json'), 'utf8').split('\n');
    writeFileSync(join(release, 'tapin-image.json'), lines.slice(0, -2).join('\n'));
  }],
  ['it has no valid manifest', (release) => writeFileSync(join(release, 'tapin-image.json'), '{}')],
]; // oxfmt-ignore

for (const [what, spoil] of SPOILT)
  test(`[R146] (folder) does not boot a release if ${what}`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tapin-images-'));
    t.teardown(() => rmSync(folder, { recursive: true, force: true }));
    const board = createImageBoard({
      flash: createFileFlash(folder),
      slots: createFolderImageSlots(folder),
      factory: FACTORY,
    });
    valueOf(t, await board.write(null, imageOf(NEW)));
    valueOf(t, await board.arm(null));
    await board.boot();
    valueOf(t, await board.confirm('a'));
    t.is((await board.boot()).version, '0.9.1');
    spoil(slotFolder(folder, 'a'));
    t.is((await board.boot()).version, '0.9.0');
  });

test('[C52] (folder) removes setuid from the files of a release', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tapin-images-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  valueOf(t, await createFolderImageSlots(folder).fill('a', imageOf(NEW)));
  const { mode } = statSync(join(slotFolder(folder, 'a'), 'bin', 'as-root'));
  t.is(mode & 0o7100, 0o100, 'executable, without setuid');
});

const REFUSED: readonly (readonly [what: string, pieces: () => AsyncGenerator<Uint8Array>])[] = [
  ['is empty', async function* () {}],
  ['no valid manifest', async function* () { yield Buffer.from('hello\n'); }],
  ['has no archive behind its first line', async function* () { yield Buffer.concat([manifestLine(NEW), Buffer.from('hello')]); }],
  ['is cut short', async function* () { const chunks: Uint8Array[] = []; for await (const piece of imageOf(NEW)) chunks.push(piece); yield Buffer.concat(chunks).subarray(0, -20); }],
]; // oxfmt-ignore

for (const [what, pieces] of REFUSED)
  test(`[R146] (folder) leaves nothing behind if an image ${what}`, async (t) => {
    const { slots } = inFolder(t);
    t.false((await slots.fill('a', pieces())).ok);
    t.is(await slots.inspect('a'), null);
  });
