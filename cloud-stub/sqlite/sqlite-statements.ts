// Statements on a SQLite database, whose rows are validated by a schema: data that crosses a boundary is always
// checked.

import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import * as v from 'valibot';
import { assert } from '../../wire/errors.ts';
import { sentenceOf } from '../../wire/relay/fields.ts';

export interface Statements {
  /** Throws, as `first` does, if a row does not match its schema: then another program wrote it. */
  all<S extends v.GenericSchema>(row: S, sql: string, values?: readonly SQLInputValue[]): v.InferOutput<S>[];
  /** Returns null if there is no row. */
  first<S extends v.GenericSchema>(row: S, sql: string, values?: readonly SQLInputValue[]): v.InferOutput<S> | null;
  /** Returns the number of changed rows. */
  run(sql: string, values: readonly SQLInputValue[]): number;
}

/** Prepares statements on first use, and caches them. */
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

/** Parses a row or a column by its schema. Throws if it does not match. */
export function readColumn<S extends v.GenericSchema>(schema: S, held: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, held, { abortEarly: true });
  assert(read.success, `a stored row matches its schema: ${read.success ? '' : sentenceOf(read.issues)}`);
  return read.output;
}

/** A safe integer; larger SQLite integers are refused. */
export const integer = () => v.pipe(v.number(), v.safeInteger());

/** A column of 0 or 1. */
export const zeroOrOne = () =>
  v.pipe(
    v.picklist([0, 1]),
    v.transform((value) => value === 1),
  );

/** A column that holds JSON. */
export const json = <S extends v.GenericSchema>(schema: S) => v.pipe(v.string(), v.parseJson(), schema);
