// Validation of SQLite rows: each matches its schema, or causes an error that says how it does not.

import { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import * as v from 'valibot';
import { openRelayDatabase } from '../../../cloud-stub/relay/sqlite/database.ts';
import {
  integer,
  json,
  statementsOn,
  zeroOrOne,
  type Statements,
} from '../../../cloud-stub/sqlite/sqlite-statements.ts';
import { databaseFile } from '../../support/relay/relay-world.ts';
import { valueOf } from '../../support/results.ts';

const ROW = v.object({ name: v.string(), held: zeroOrOne(), facts: json(v.object({ n: integer() })) });

function tableWith(t: ExecutionContext, ...rows: readonly string[]): Statements {
  const sqlite = new DatabaseSync(':memory:');
  t.teardown(() => sqlite.close());
  sqlite.exec('CREATE TABLE things (name, held, facts)');
  for (const row of rows) sqlite.exec(`INSERT INTO things VALUES (${row})`);
  return statementsOn(sqlite);
}

test('[C14] rows match their schema, including flags and JSON', (t) => {
  const { all, first } = tableWith(t, `'a', 1, '{"n":3}'`, `'b', 0, '{"n":4,"more":true}'`);
  t.deepEqual(all(ROW, 'SELECT * FROM things ORDER BY name'), [
    { name: 'a', held: true, facts: { n: 3 } },
    { name: 'b', held: false, facts: { n: 4 } },
  ]);
  t.is(first(ROW, 'SELECT * FROM things WHERE name = ?', ['b'])?.facts.n, 4);
  t.is(first(ROW, 'SELECT * FROM things WHERE name = ?', ['c']), null);
});

for (const [what, row, path] of [
  ['a number for a text', `7, 1, '{"n":3}'`, /schema: name /],
  ['a flag of 2', `'a', 2, '{"n":3}'`, /schema: held /],
  ['NULL', `'a', NULL, '{"n":3}'`, /schema: held /],
  ['a text that is not JSON', `'a', 1, '{'`, /schema: facts /],
  ['JSON of another shape', `'a', 1, '{"n":"3"}'`, /schema: facts\.n /],
  ['half a number', `'a', 1, '{"n":0.5}'`, /schema: facts\.n /],
] as const)
  test(`[C14] a row with ${what} raises an error that names the column`, (t) => {
    const { all, first } = tableWith(t, row);
    t.throws(() => all(ROW, 'SELECT * FROM things'), { message: path });
    t.throws(() => first(ROW, 'SELECT * FROM things'), { message: path });
  });

test('[C14] a write returns the number of changed rows', (t) => {
  const { run, all } = tableWith(t, `'a', 1, '{"n":3}'`, `'b', 0, '{"n":4}'`);
  t.is(run('UPDATE things SET held = ?', [1]), 2);
  t.is(run('DELETE FROM things WHERE name = ?', ['c']), 0);
  t.deepEqual(
    all(ROW, 'SELECT * FROM things ORDER BY name').map(({ held }) => held),
    [true, true],
  );
});

test('[C14] a session that the relay cannot have written causes an error', async (t) => {
  const path = await databaseFile(t);
  valueOf(t, openRelayDatabase(path)).close();
  const sqlite = new DatabaseSync(path);
  sqlite.exec(`INSERT INTO sessions VALUES ('TP-0123456789AB', 1, '{"host":"TP-0123456789AB","active":"yes"}')`);
  sqlite.close();
  const database = valueOf(t, openRelayDatabase(path));
  t.teardown(() => database.close());
  t.throws(() => database.sessions(), { message: /schema: facts\.label / });
});
