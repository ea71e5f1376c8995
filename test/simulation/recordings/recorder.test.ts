// Tests of batches: input waits while a batch settles, simultaneous input shares a batch, and a virtual clock waits for
// it.

import test from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createRecorder } from '../../../simulation/recordings/recorder.ts';
import type { RecordedBatch } from '../../../simulation/recordings/recorder-proxy.ts';

function fixture() {
  const clock = createVirtualClock();
  const turns: RecordedBatch[] = [];
  const recorder = createRecorder({ ...clock, write: (turn) => turns.push(turn) });
  const proxy = recorder.device('a');
  return { clock, turns, recorder, proxy };
}

test('[recording] finishes a batch, including its promises, before the next starts', async (t) => {
  const { clock, turns, proxy } = fixture();
  const work = async (): Promise<void> => {
    await Promise.resolve();
    proxy.enter('second', []);
    await Promise.resolve();
    proxy.leave('behind the first');
  };
  proxy.await('first', () => void work());
  proxy.await('second', () => proxy.leave('behind the second'));
  proxy.enter('first', [1]);
  await clock.advance(0);
  t.deepEqual(turns, [
    { at_ms: 0, device: 'a', entered: ['first', 1], lines: [['behind the first']] },
    { at_ms: 0, device: 'a', entered: ['second'], lines: [['behind the second']] },
  ]);
});

test('[recording] puts simultaneous input into one batch', async (t) => {
  const { clock, turns, proxy } = fixture();
  proxy.await('key', (key: string) => proxy.leave(`done with ${key}`));
  proxy.enter('key', ['ok']);
  proxy.enter('key', ['back']);
  await clock.advance(0);
  t.deepEqual(turns, [
    {
      at_ms: 0,
      device: 'a',
      entered: ['key', 'ok'],
      lines: [['done with ok'], ['and', 'key', 'back'], ['done with back']],
    },
  ]);
});

test('[recording] admits waiting input on request, one batch each, after manual input', async (t) => {
  const clock = createVirtualClock();
  const turns: RecordedBatch[] = [];
  let stands = true;
  const recorder = createRecorder({
    ...clock,
    write: (turn) => turns.push(turn),
    waits: (name) => stands && name.startsWith('http '),
  });
  const proxy = recorder.device('a');
  for (const name of ['http 1', 'http 2', 'http 3', 'key']) proxy.await(name, () => {});
  proxy.enter('http 1', ['held']);
  proxy.enter('http 2', ['held']);
  proxy.enter('key', ['ok']);
  await recorder.settled();
  const entered = (): unknown[] => turns.map((turn) => turn.entered);
  t.deepEqual(entered(), [['key', 'ok']]);
  t.is(recorder.waiting(), 2);
  recorder.letIn();
  await recorder.settled();
  t.deepEqual(entered().slice(1), [
    ['http 1', 'held'],
    ['http 2', 'held'],
  ]);
  t.is(recorder.waiting(), 0);
  stands = false;
  proxy.enter('http 3', ['at once']);
  await recorder.settled();
  t.is(turns.length, 4);
});

test('[recording] settles when the storage has answered, but does not wait forever', async (t) => {
  const { recorder, proxy } = fixture();
  const done: string[] = [];
  const request = (name: string): void => proxy.await(name, () => (proxy.forget(name), done.push(name)));
  request('flash 1');
  request('http 1');
  const settled = recorder.settled();
  const disk = setTimeout(() => proxy.enter('flash 1', []), 20);
  await settled;
  clearTimeout(disk);
  t.deepEqual(done, ['flash 1'], 'does not wait for a server');
  // The power was cut during this call.
  request('flash 2');
  await recorder.settled();
  const start_ms = performance.now();
  await recorder.settled();
  t.true(performance.now() - start_ms < 150, 'waits only once');
});

test('[recording] keeps batches of two devices apart and holds time until all are finished', async (t) => {
  const { clock, turns, proxy, recorder } = fixture();
  const other = recorder.device('b');
  proxy.await('key', () => proxy.leave('a has it'));
  other.await('key', () => other.leave('b has it'));
  clock.setTimeout(() => {
    proxy.enter('key', []);
    other.enter('key', []);
  }, 5);
  clock.setTimeout(() => turns.push({ at_ms: clock.now_ms(), device: '', entered: ['later'], lines: [] }), 5);
  await clock.advance(10);
  t.deepEqual(
    turns.map(({ at_ms, device, entered }) => [at_ms, device, ...entered]),
    [
      [5, 'a', 'key'],
      [5, 'b', 'key'],
      [5, '', 'later'],
    ],
  );
});

test('[recording] drops input that is no longer awaited; a device that is off writes nothing', async (t) => {
  const { clock, turns, proxy } = fixture();
  proxy.enter('answer', []);
  proxy.await('key', () => proxy.leave('shown'));
  await Promise.all([proxy.end(), clock.advance(0)]);
  proxy.enter('key', []);
  await clock.advance(0);
  t.deepEqual(
    turns.map(({ entered }) => entered),
    [['off']],
  );
});

test('[recording] delivers a secret and does not write it', async (t) => {
  const { clock, turns, proxy } = fixture();
  const got: string[] = [];
  proxy.await('read', (value: string) => got.push(value));
  proxy.enter('read', ['secret'], ['nothing']);
  await clock.advance(0);
  t.deepEqual(got, ['secret']);
  t.deepEqual(turns[0]?.entered, ['read', 'nothing']);
});
