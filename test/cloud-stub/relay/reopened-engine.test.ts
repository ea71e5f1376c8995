// The engine of a relay whose database rejects writes for a while: calls fail, and acknowledged data survives.

import { join } from 'node:path';
import test from 'ava';
import { EngineAway } from '../../../cloud-stub/relay/engine.ts';
import { openRelayDatabase } from '../../../cloud-stub/relay/sqlite/database.ts';
import { openReopenedEngine } from '../../../cloud-stub/relay/sqlite/engine-reopened.ts';
import { createSqliteEngine } from '../../../cloud-stub/relay/sqlite/engine-sqlite.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { fail, ok } from '../../../wire/errors.ts';
import { valueOf } from '../../support/results.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const HOST = 'TP-0123456789AB';

test('[C136] fails calls while the database rejects writes, then resumes with the acknowledged data', async (t) => {
  const path = join(await temporaryFolder(t), 'relay.sqlite');
  const clock = createVirtualClock();
  const log = createMemoryLog(clock);
  let full = false;
  const disk = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
  const engine = valueOf(
    t,
    openReopenedEngine({
      clock,
      log,
      open() {
        const database = openRelayDatabase(path);
        if (!database.ok) return database;
        const { commit } = database.value;
        const refusing = (): void => {
          if (full) throw disk;
          commit();
        };
        return ok({ ...database.value, commit: refusing });
      },
      start: (database, onLost) =>
        ok(
          createSqliteEngine({
            clock,
            random: createSeededRandom(1),
            database,
            unix_ms: 1e12,
            soon: setImmediate,
            onLost,
          }),
        ),
    }),
  );
  const woken: unknown[] = [];
  engine.onChange((host, _since_ms, may_have_lost = false) => woken.push([host, may_have_lost]));
  const { new_code, watch } = await engine.prepare({ device: HOST, session: true, new_code: true, watch: true });
  t.truthy(watch);
  t.true(new_code !== '');
  const start = { kind: 'host', request: { action: 'start', keep_guests: true, name: 'Mat' } } as const;
  const renamed = { ...start, request: { ...start.request, name: 'Putter' } };
  await engine.apply({ host: HOST, operation: start });
  t.is((await engine.look(HOST, null))?.session.host, HOST);

  full = true;
  await t.throwsAsync(engine.apply({ host: HOST, operation: renamed }), { instanceOf: EngineAway });
  t.false(engine.isReady());
  await t.throwsAsync(engine.look(HOST, null), { instanceOf: EngineAway });
  await clock.advance(1000);
  await t.throwsAsync(engine.apply({ host: HOST, operation: renamed }), { instanceOf: EngineAway });
  t.false(engine.isReady());

  full = false;
  await clock.advance(1000);
  t.false(engine.isReady(), 'not ready yet: the pause doubles');
  await clock.advance(1000);
  woken.length = 0;
  t.true(engine.isReady());
  t.deepEqual(woken, [[HOST, true]], 'held requests are rechecked');
  const { session } = (await engine.look(HOST, null)) ?? {};
  t.is(session?.name, 'Mat', 'without the rejected write');
  await engine.apply({ host: HOST, operation: renamed });
  t.is((await engine.look(HOST, null))?.session.name, 'Putter');
  const texts = log.lines().map(({ text }) => text);
  t.deepEqual(texts, [
    'The database rejects writes: database or disk is full. Acknowledged data is safe.',
    'The database accepts writes again.',
  ]);
  await engine.close();
});

test('[C136] returns the error of a database that cannot be opened at start', (t) => {
  const clock = createVirtualClock();
  const opened = openReopenedEngine({
    clock,
    log: createMemoryLog(clock),
    open: () => fail('data_unusable', 'It is damaged.'),
    start: () => fail('data_unusable', 'never'),
  });
  t.false(opened.ok);
});
