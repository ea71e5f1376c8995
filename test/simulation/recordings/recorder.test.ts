// Turns: what enters while others settle waits, what enters at once belongs together, and a virtual clock waits for it.

import test from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createRecorder } from '../../../simulation/recordings/recorder.ts';
import type { Turn } from '../../../simulation/recordings/recorder-proxy.ts';

function fixture() {
  const clock = createVirtualClock();
  const turns: Turn[] = [];
  const recorder = createRecorder({ ...clock, write: (turn) => turns.push(turn) });
  const tape = recorder.device('a');
  return { clock, turns, recorder, tape };
}

test('[recording] a turn is over before the next begins, promises and all', async (t) => {
  const { clock, turns, tape } = fixture();
  const work = async (): Promise<void> => {
    await Promise.resolve();
    tape.enter('second', []);
    await Promise.resolve();
    tape.leave('behind the first');
  };
  tape.await('first', () => void work());
  tape.await('second', () => tape.leave('behind the second'));
  tape.enter('first', [1]);
  await clock.advance(0);
  t.deepEqual(turns, [
    { at_ms: 0, device: 'a', entered: ['first', 1], lines: [['behind the first']] },
    { at_ms: 0, device: 'a', entered: ['second'], lines: [['behind the second']] },
  ]);
});

test('[recording] what enters at once belongs to one turn', async (t) => {
  const { clock, turns, tape } = fixture();
  tape.await('key', (key: string) => tape.leave(`done with ${key}`));
  tape.enter('key', ['ok']);
  tape.enter('key', ['back']);
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

test('[recording] what waits is let in when it is said, each in a turn of its own, and what is done by hand goes before', async (t) => {
  const clock = createVirtualClock();
  const turns: Turn[] = [];
  let stands = true;
  const recorder = createRecorder({
    ...clock,
    write: (turn) => turns.push(turn),
    waits: (name) => stands && name.startsWith('http '),
  });
  const tape = recorder.device('a');
  for (const name of ['http 1', 'http 2', 'http 3', 'key']) tape.await(name, () => {});
  tape.enter('http 1', ['held']);
  tape.enter('http 2', ['held']);
  tape.enter('key', ['ok']);
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
  tape.enter('http 3', ['at once']);
  await recorder.settled();
  t.is(turns.length, 4);
});

test('[recording] all has settled when the storage has answered, but not for ever', async (t) => {
  const { recorder, tape } = fixture();
  const done: string[] = [];
  const asked = (name: string): void => tape.await(name, () => (tape.forget(name), done.push(name)));
  asked('flash 1');
  asked('http 1');
  const settled = recorder.settled();
  const disk = setTimeout(() => tape.enter('flash 1', []), 20);
  await settled;
  clearTimeout(disk);
  t.deepEqual(done, ['flash 1'], 'nobody waits for a server');
  // The power was cut in the middle of it.
  asked('flash 2');
  await recorder.settled();
  const began_ms = performance.now();
  await recorder.settled();
  t.true(performance.now() - began_ms < 150, 'it is waited for once');
});

test('[recording] two devices have turns of their own, and time does not pass before all are over', async (t) => {
  const { clock, turns, tape, recorder } = fixture();
  const other = recorder.device('b');
  tape.await('key', () => tape.leave('a has it'));
  other.await('key', () => other.leave('b has it'));
  clock.setTimeout(() => {
    tape.enter('key', []);
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

test('[recording] what nobody awaits any more is dropped, and a device that is off writes nothing', async (t) => {
  const { clock, turns, tape } = fixture();
  tape.enter('answer', []);
  tape.await('key', () => tape.leave('shown'));
  await Promise.all([tape.end(), clock.advance(0)]);
  tape.enter('key', []);
  await clock.advance(0);
  t.deepEqual(
    turns.map(({ entered }) => entered),
    [['off']],
  );
});

test('[recording] a secret enters and is not written', async (t) => {
  const { clock, turns, tape } = fixture();
  const got: string[] = [];
  tape.await('read', (value: string) => got.push(value));
  tape.enter('read', ['secret'], ['nothing']);
  await clock.advance(0);
  t.deepEqual(got, ['secret']);
  t.deepEqual(turns[0]?.entered, ['read', 'nothing']);
});
