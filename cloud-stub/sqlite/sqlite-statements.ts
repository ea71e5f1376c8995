// Statements on a SQLite database, and the rows that they give, read through a schema: a database is a border like any other, and
// what crosses it is looked at.

import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import * as v from 'valibot';
import { assert } from '../../wire/errors.ts';
import { sentenceOf } from '../../wire/relay/fields.ts';

export interface Statements {
  /** Throws, as `first` does, where a row is another than its schema has it: then it was not this program that wrote it. */
  all<S extends v.GenericSchema>(row: S, sql: string, values?: readonly SQLInputValue[]): v.InferOutput<S>[];
  /** Null where there is no row. */
  first<S extends v.GenericSchema>(row: S, sql: string, values?: readonly SQLInputValue[]): v.InferOutput<S> | null;
  /** How many rows it changed. */
  run(sql: string, values: readonly SQLInputValue[]): number;
}

/** Statements are prepared when they are first needed, and kept. */
export function statementsOn(sqlite: DatabaseSync): Statements {
  const prepared = new Map<string, StatementSync>();
  const statement = (sql: string): StatementSync => {
    const known = prepared.get(sql) ?? sqlite.prepare(sql);
    prepared.set(sql, known);
    return known;
  };
  return {
    all: (row, sql, values = []) =>
      statement(sql)
        .all(...values)
        .map((found) => readColumn(row, found)),
    first(row, sql, values = []) {
      const found = statement(sql).get(...values);
      return found === undefined ? null : readColumn(row, found);
    },
    run: (sql, values) => Number(statement(sql).run(...values).changes),
  };
}

/** What a database holds, a row or a column of one, as its schema has it. Throws where it is another. */
export function readColumn<S extends v.GenericSchema>(schema: S, held: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, held, { abortEarly: true });
  assert(read.success, `the database holds what was written: ${read.success ? '' : sentenceOf(read.issues)}`);
  return read.output;
}

/** Exact as a JavaScript number; other integers of SQLite do not come this far. */
export const integer = () => v.pipe(v.number(), v.safeInteger());

/** A column of 0 or 1. */
export const zeroOrOne = () =>
  v.pipe(
    v.picklist([0, 1]),
    v.transform((value) => value === 1),
  );

/** A column that holds JSON. */
export const json = <S extends v.GenericSchema>(schema: S) => v.pipe(v.string(), v.parseJson(), schema);
