// Work that runs one at a time for each key.

import test from 'ava';
import { oneAtATime } from '../../../../cloud-stub/relay/holds/one-at-a-time.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('[relay] requests during a run cause exactly one more run, independently for each key', async (t) => {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const ask = oneAtATime(async (key) => {
    started.push(key);
    await new Promise<void>((resolve) => ends.push(resolve));
    return false;
  });
  for (const key of ['a', 'a', 'b', 'a']) ask(key);
  t.deepEqual(started, ['a', 'b']);
  ends.shift()?.();
  await settled();
  t.deepEqual(started, ['a', 'b', 'a']);
  for (const end of ends) end();
  await settled();
  t.deepEqual(started, ['a', 'b', 'a']);
  ask('a');
  t.is(started.length, 4);
});

test('[relay] immediately reruns work that requests a rerun', async (t) => {
  let left = 3;
  const ask = oneAtATime(async () => --left > 0);
  ask('a');
  await settled();
  t.is(left, 0);
});
