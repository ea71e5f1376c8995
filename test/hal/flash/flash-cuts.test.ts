// Power cuts at every disk operation, with every outcome for pending changes: the value is the old or the new one,
// never a mix, never missing.

import test, { type ExecutionContext } from 'ava';
import { createMemoryFlash, type MemoryFlash } from '../../../hal/flash/flash-memory.ts';
import type { PowerCut } from '../../../hal/flash/medium.ts';
import { blocks, bytes } from './flash-conformance.ts';
import { valueOf } from '../../support/results.ts';

const NAMES = ['a', 'b', 'identity'] as const;
type Step = readonly [name: (typeof NAMES)[number], value: Uint8Array | null];

/**
 * Writes and removes (null) of three names: first writes, overwrites, removes of one and of two copies, writes after
 * removes, overwrites in place of values that fill blocks. The identity keeps its newest value in both copies.
 */
const STEPS: readonly Step[] = [
  ['a', bytes(1, 1, 1, 1)],
  ['b', bytes(2, 2)],
  ['a', bytes(3, 3, 3)],
  ['a', bytes(4)],
  ['b', null],
  ['a', bytes()],
  ['a', null],
  ['b', bytes(5, 5)],
  ['a', bytes(6)],
  ['b', bytes(7)],
  ['b', bytes(8, 8)],
  ['b', null],
  ['b', null],
  ['a', bytes(9, 9)],
  ['identity', bytes(10)],
  ['identity', bytes(11, 11)],
  ['identity', null],
  ['identity', bytes(12)],
  ...[1, 2, 3, 4, 5].map((n): Step => ['a', blocks(2, n, n)]),
  ['a', blocks(1, 6)],
  ['a', blocks(2, 7)],
  ['a', blocks(1, 8)],
  ...[1, 2, 3].map((n): Step => ['identity', blocks(1, n)]),
];

const CUTS: readonly PowerCut[] = [0, 0.5, 1].flatMap((torn) =>
  (['kept', 'lost', 'last'] as const).map((folder) => ({ torn, folder })),
);

interface Run {
  /** Values that each name may hold: one, or at the interrupted step the old and the new one. */
  readonly possible: Map<string, (Uint8Array | null)[]>;
  readonly done: number;
}

async function run(flash: MemoryFlash, steps: readonly Step[]): Promise<Run> {
  const possible = new Map<string, (Uint8Array | null)[]>(NAMES.map((name) => [name, [null]]));
  for (const [done, [name, value]] of steps.entries()) {
    const result = value ? await flash.write(name, value) : await flash.remove(name);
    if (!result.ok) {
      possible.get(name)?.push(value);
      return { possible, done };
    }
    possible.set(name, [value]);
  }
  return { possible, done: steps.length };
}

const hex = (value: Uint8Array | null): string => (value ? `<${Buffer.from(value).toString('hex')}>` : 'nothing');

async function holds(t: ExecutionContext, flash: MemoryFlash, { possible }: Run, where: string): Promise<void> {
  for (const [name, values] of possible) {
    const read = valueOf(t, await flash.read(name));
    // Only a copy that is overwritten in place can be torn, and the one before it is complete then.
    if (!values.some((value) => value && value.length > 4000)) t.is(read.damaged, '', where);
    else t.regex(read.damaged, new RegExp(`^$|^The copy ${name}.[01] is damaged: its checksum is wrong; the copy ${name}.[01] is used instead.$`), where); // oxfmt-ignore
    t.true(
      values.map(hex).includes(hex(read.value)),
      `${where}: ${name} is ${hex(read.value)}, not ${values.map(hex).join(' or ')}`,
    );
  }
}

/** Checks that the store still works: every name can be written, read, and read again after a restart. */
async function worksOn(t: ExecutionContext, flash: MemoryFlash, where: string): Promise<void> {
  for (const name of NAMES) {
    valueOf(t, await flash.write(name, bytes(99)));
    flash.disk.cutPower({ torn: 0, folder: 'lost' });
    flash.disk.powerOn();
    t.deepEqual(valueOf(t, await flash.read(name)), { value: bytes(99), damaged: '' }, where);
    valueOf(t, await flash.remove(name));
  }
  t.deepEqual(valueOf(t, await flash.disk.list()), [], `${where}: no file remains`);
}

async function operationsOf(steps: readonly Step[]): Promise<number> {
  const flash = createMemoryFlash();
  await run(flash, steps);
  return flash.disk.operations();
}

for (const cut of CUTS) {
  test(`[flash] keeps the old or the new value after a cut at any operation: ${JSON.stringify(cut)}`, async (t) => {
    const total = await operationsOf(STEPS);
    t.true(total > 60, `${total} operations`);
    for (let at = 0; at < total; at++) {
      const flash = createMemoryFlash();
      flash.disk.cutPowerAt(at, cut);
      const made = await run(flash, STEPS);
      const where = `cut at ${at} of ${total}`;
      // The first operation only cleans up; any later cut must make a step fail.
      t.true(made.done < STEPS.length, where);
      t.false((await flash.read('a')).ok, where);
      flash.disk.powerOn();
      const restarted = createMemoryFlash(flash.disk);
      await holds(t, restarted, made, where);
      await worksOn(t, restarted, where);
    }
  });

  test(`[flash] keeps an acknowledged write through a power cut right after it: ${JSON.stringify(cut)}`, async (t) => {
    for (let count = 1; count <= STEPS.length; count++) {
      const flash = createMemoryFlash();
      const made = await run(flash, STEPS.slice(0, count));
      t.is(made.done, count);
      flash.disk.cutPower(cut);
      flash.disk.powerOn();
      await holds(t, createMemoryFlash(flash.disk), made, `cut after step ${count}`);
    }
  });
}

test('[flash] loses nothing in a second power cut, at any operation of the next write', async (t) => {
  const before = STEPS.slice(0, 4);
  for (const cut of CUTS) {
    for (let first = 0; first < (await operationsOf(before)); first++) {
      for (let second = 0; second < 8; second++) {
        const flash = createMemoryFlash();
        flash.disk.cutPowerAt(first, cut);
        const made = await run(flash, before);
        flash.disk.powerOn();
        const restarted = createMemoryFlash(flash.disk);
        flash.disk.cutPowerAt(flash.disk.operations() + second, cut);
        const again = await restarted.write('a', bytes(50));
        const values = again.ok ? [bytes(50)] : [...(made.possible.get('a') ?? []), bytes(50)];
        made.possible.set('a', values);
        flash.disk.cutPower(cut);
        flash.disk.powerOn();
        await holds(t, createMemoryFlash(flash.disk), made, `cuts at ${first} and ${second}`);
      }
    }
  }
});

test('[flash] never brings back an older value after a failed remove is retried', async (t) => {
  for (const cut of CUTS) {
    for (let failing = 0; failing < 10; failing++) {
      const flash = createMemoryFlash();
      for (const n of [1, 2, 3]) valueOf(t, await flash.write('a', bytes(n)));
      // Every tenth operation fails: shift the count so that it hits the chosen one.
      while (flash.disk.operations() % 10 !== 9 - failing) await flash.disk.list();
      valueOf(t, flash.disk.setFault('intermittent'));
      const removed = await flash.remove('a');
      valueOf(t, flash.disk.setFault('ok'));
      if (!removed.ok) valueOf(t, await flash.remove('a'));
      flash.disk.cutPower(cut);
      flash.disk.powerOn();
      t.deepEqual(valueOf(t, await createMemoryFlash(flash.disk).read('a')), { value: null, damaged: '' });
    }
  }
});

test('[flash] a cut while removing a damaged record leaves the previous value or reports damage', async (t) => {
  for (const damaged of ['a.0', 'a.1']) {
    for (const cut of CUTS) {
      for (let at = 0; at < 7; at++) {
        const flash = createMemoryFlash();
        for (const n of [1, 2, 3]) valueOf(t, await flash.write('a', bytes(n)));
        flash.disk.damage(damaged, 20);
        flash.disk.cutPowerAt(flash.disk.operations() + at, cut);
        const removed = await flash.remove('a');
        flash.disk.cutPower(cut);
        flash.disk.powerOn();
        const read = valueOf(t, await createMemoryFlash(flash.disk).read('a'));
        if (removed.ok) t.deepEqual(read, { value: null, damaged: '' });
        else if (read.value) t.not(read.damaged, '', `${damaged}, cut at ${at}`);
      }
    }
  }
});

test('[flash] fails every call between a power cut and powerOn', async (t) => {
  const flash = createMemoryFlash();
  valueOf(t, await flash.write('a', bytes(1)));
  flash.disk.cutPower({ torn: 1, folder: 'kept' });
  const results = [
    await flash.read('a'),
    await flash.write('a', bytes(2)),
    await flash.remove('a'),
    await flash.list(),
  ];
  for (const result of results) t.is(result.ok ? '' : result.error.code, 'flash_failed');
  flash.disk.powerOn();
  t.deepEqual(valueOf(t, await flash.read('a')).value, bytes(1));
});
