// Example extensions in the public list of a new store.

import { availableParallelism } from 'node:os';
import test from 'ava';
import { publishCheck } from '../../../bin/cloud/publish-check.ts';
import { publishExamples } from '../../../bin/serve/bundled-examples.ts';
import { createCheckQueue } from '../../../cloud-stub/store/check-queue.ts';
import { openStoreDatabase } from '../../../cloud-stub/store/database.ts';
import { createStore, type Store } from '../../../cloud-stub/store/store.ts';
import { createSystemClock } from '../../../hal/clock/clock-system.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { createSystemRandom } from '../../../hal/random/random-system.ts';
import { assert } from '../../../wire/errors.ts';

const OPEN = new AbortController().signal;

function newStore(): Store {
  const database = openStoreDatabase(':memory:');
  assert(database.ok, 'a database in memory');
  const check = createCheckQueue(publishCheck, availableParallelism());
  return createStore({ database: database.value, random: createSystemRandom(), check, unix_s: () => 1_790_000_000 });
}

const listed = (store: Store): string[] =>
  store
    .list({ filter: { list: 'public', sort: 'name', q: '', kind: null }, limit: 50, after: null })
    .extensions.map(({ name }) => name);

test('[store] a new store lists the examples of the documentation, once', async (t) => {
  const log = createMemoryLog(createSystemClock());
  const store = newStore();
  await publishExamples(store, log, OPEN);
  t.deepEqual(listed(store), ['Comet', 'Drawback', 'Ladder', 'Nine', 'Rings', 'Shuffle', 'Sidehill']);
  await publishExamples(store, log, OPEN);
  t.is(store.counts().extensions, 7);
  t.deepEqual(log.lines(), []);
});

test('[store] a run that ends while the examples are published logs nothing', async (t) => {
  const log = createMemoryLog(createSystemClock());
  const closing = new AbortController();
  const store = newStore();
  const closed: Store = {
    ...store,
    create() {
      closing.abort();
      return Promise.reject(new Error('database is not open'));
    },
  };
  await publishExamples(closed, log, closing.signal);
  t.deepEqual(log.lines(), []);
  await publishExamples(closed, log, OPEN);
  t.is(log.lines().length, 1);
});
