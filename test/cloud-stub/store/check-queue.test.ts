// Order of extension checks, with a check that ends when the test tells it to.

import test from 'ava';
import {
  CHECKS_WAITING_MAX,
  CHECKS_WAITING_OF_AUTHOR_MAX,
  createCheckQueue,
  type QueuedCheck,
} from '../../../cloud-stub/store/check-queue.ts';
import { fakeCheck, luaOf } from '../../support/store/store-world.ts';

interface Desk {
  readonly queue: QueuedCheck;
  /** Texts being checked, in the order of their start. */
  readonly in_progress: string[];
  end(text: string): Promise<void>;
  break(text: string): Promise<void>;
}

const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

function desk(at_once: number): Desk {
  const in_progress: string[] = [];
  const ends = new Map<string, { readonly end: () => void; readonly fail: (why: Error) => void }>();
  const take = (text: string) => {
    in_progress.splice(in_progress.indexOf(text), 1);
    return ends.get(text);
  };
  const queue = createCheckQueue(async (text) => {
    in_progress.push(text);
    await new Promise<void>((end, fail) => ends.set(text, { end, fail }));
    return fakeCheck(luaOf({ name: text }));
  }, at_once);
  return {
    queue,
    in_progress,
    async end(text) {
      take(text)?.end();
      await settle();
    },
    async break(text) {
      take(text)?.fail(new Error('broken'));
      await settle();
    },
  };
}

test('[R121] limits the number of simultaneous checks', async (t) => {
  const { queue, in_progress, end } = desk(2);
  for (const owner of ['ann', 'bob', 'eve']) void queue(owner, owner);
  t.deepEqual(in_progress, ['ann', 'bob']);
  await end('ann');
  t.deepEqual(in_progress, ['bob', 'eve']);
});

test('[R121] checks scripts of other authors before further scripts of the same author', async (t) => {
  const { queue, in_progress, end } = desk(1);
  for (const text of ['a1', 'a2', 'a3']) void queue('ann', text);
  const bobs = queue('bob', 'b1');
  t.deepEqual(in_progress, ['a1']);
  await end('a1');
  t.deepEqual(in_progress, ['b1']);
  await end('b1');
  const answer = await bobs;
  t.is(answer.ok && answer.value.ok && answer.value.extension.name, 'b1');
  t.deepEqual(in_progress, ['a2']);
});

test('[R121] checks one text of an author at a time, even with free capacity', (t) => {
  const { queue, in_progress } = desk(3);
  for (const text of ['a1', 'a2']) void queue('ann', text);
  t.deepEqual(in_progress, ['a1']);
});

test('[C35] rejects a script when the queue is full, and accepts the next once there is room', async (t) => {
  const { queue, end } = desk(1);
  for (let n = 0; n <= CHECKS_WAITING_MAX; n++) void queue(`author ${n}`, `text ${n}`);
  const away = await queue('late', 'late');
  t.is(away.ok ? '' : away.error.code, 'checker_busy');
  await end('text 0');
  t.is(await Promise.race([queue('later', 'later'), settle().then(() => 'it waits')]), 'it waits');
});

test('[C35] limits the number of waiting texts of one author', async (t) => {
  const { queue } = desk(1);
  for (let n = 0; n <= CHECKS_WAITING_OF_AUTHOR_MAX; n++) void queue('ann', `text ${n}`);
  const away = await queue('ann', 'one more');
  t.is(away.ok ? '' : away.error.code, 'checker_busy');
  t.is(await Promise.race([queue('bob', 'bob'), settle().then(() => 'it waits')]), 'it waits');
});

test('[R114] reports a check that throws, and continues with the next', async (t) => {
  const { queue, in_progress, ...check } = desk(1);
  const broken = queue('ann', 'a1');
  void queue('bob', 'b1');
  await Promise.all([t.throwsAsync(broken, { message: 'broken' }), check.break('a1')]);
  t.deepEqual(in_progress, ['b1']);
});
