// The store's lists and their pages (C31): each is one statement, whose pages go on after the last row of the page before. So what
// is added or removed meanwhile neither doubles nor hides a row.

import type { SQLInputValue } from 'node:sqlite';
import * as v from 'valibot';
import { whole } from '../../wire/relay/fields.ts';
import type { ExtensionKind } from '../../wire/store/messages.ts';
import type { Extension, Version } from './extension.ts';

export const PUBLIC_SORTS = ['new', 'installs', 'name'] as const;
export type PublicSort = (typeof PUBLIC_SORTS)[number];

export const SUPPORT_STATES = ['requested', 'pending', 'public', 'none', 'default', 'taken_down', 'all'] as const;
export type SupportState = (typeof SUPPORT_STATES)[number];

export type ListFilter =
  /** Newest extension first, with its newest version. */
  | { readonly list: 'own'; readonly owner: string }
  /** With the approved version. `q`: words as `foldedForSearch` gives them. */
  | { readonly list: 'public'; readonly sort: PublicSort; readonly q: string; readonly kind: ExtensionKind | null }
  /** Oldest extension first, with its newest version. */
  | { readonly list: 'support'; readonly state: SupportState };

export interface ListQuery {
  readonly filter: ListFilter;
  readonly limit: number;
  /** Where the page before ended. */
  readonly after: Position | null;
}

/** The value of a row by which the list is sorted, and its serial. */
export type Position = readonly [key: string | number, serial: number];

export interface ListRow extends Omit<Extension, 'version'>, Omit<Version, 'version' | 'code'> {
  readonly newest: number;
  readonly shown: number;
  readonly sort_key: string | number;
}

interface Order {
  readonly name: string;
  readonly key: string;
  readonly direction: 'ASC' | 'DESC';
}

const ORDERS = {
  own: { name: 'own', key: 'e.serial', direction: 'DESC' },
  support: { name: 'support', key: 'e.serial', direction: 'ASC' },
  new: { name: 'new', key: 'v.serial', direction: 'DESC' },
  installs: { name: 'installs', key: 'e.installs', direction: 'DESC' },
  name: { name: 'name', key: 'v.name_key', direction: 'ASC' },
} as const satisfies Record<string, Order>;

const orderOf = (filter: ListFilter): Order => ORDERS[filter.list === 'public' ? filter.sort : filter.list];

const STATE_HOLDS: Readonly<Record<SupportState, string>> = {
  requested: "e.listing = 'requested'",
  pending: "(e.listing = 'public' OR e.default_since IS NOT NULL) AND e.version > e.approved_version",
  public: "e.listing = 'public'",
  none: "e.listing = 'none'",
  default: 'e.default_since IS NOT NULL',
  taken_down: 'e.taken_down = 1',
  all: 'TRUE',
};

/** What holds of the rows of a list, with its values. */
function holds(filter: ListFilter): { readonly sql: string; readonly values: readonly SQLInputValue[] } {
  if (filter.list === 'own') return { sql: 'e.owner = ?', values: [filter.owner] };
  if (filter.list === 'support') return { sql: STATE_HOLDS[filter.state], values: [] };
  const { q, kind } = filter;
  return {
    sql: "e.listing = 'public' AND (? = '' OR instr(v.words, ?) > 0) AND (? IS NULL OR v.kind = ?)",
    values: [q, q, kind, kind],
  };
}

const COLUMNS = `e.code, e.serial, e.owner, e.version AS newest, e.listing, e.approved_version, e.reviewer, e.default_since,
  e.installs, e.taken_down, e.released, v.version AS shown, v.sha256, v.size, v.ts, v.name, v.kind, v.about, v.description, v.notes, v.author`;

/** Reads one row more than the page has, which tells whether there is a next one. */
export function listStatement({ filter, limit, after }: ListQuery): { sql: string; values: readonly SQLInputValue[] } {
  const { key, direction } = orderOf(filter);
  const { sql, values } = holds(filter);
  const shown = filter.list === 'public' ? 'e.approved_version' : 'e.version';
  const beyond = after ? `AND (${key}, e.serial) ${direction === 'ASC' ? '>' : '<'} (?, ?)` : '';
  return {
    sql: `SELECT ${COLUMNS}, ${key} AS sort_key FROM extensions e JOIN versions v ON v.code = e.code AND v.version = ${shown}
      WHERE ${sql} ${beyond} ORDER BY ${key} ${direction}, e.serial ${direction} LIMIT ?`,
    values: [...values, ...(after ?? []), limit + 1],
  };
}

export function pageOf(
  { filter, limit }: ListQuery,
  rows: readonly ListRow[],
): { readonly rows: readonly ListRow[]; readonly next_cursor: string | null } {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const cursor = last ? writeCursor(filter, [last.sort_key, last.serial]) : null;
  return { rows: page, next_cursor: cursor };
}

const writeCursor = (filter: ListFilter, position: Position): string =>
  Buffer.from(JSON.stringify([orderOf(filter).name, ...position])).toString('base64url');

/** The position of a cursor that a list of this order gave; null for anything else. */
export function readCursor(filter: ListFilter, cursor: string): Position | null {
  try {
    const { name, key } = orderOf(filter);
    const sorted_by = key === 'v.name_key' ? v.string() : whole();
    const position = v.strictTuple([v.literal(name), sorted_by, whole()]);
    const read = v.safeParse(position, JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return read.success ? [read.output[1], read.output[2]] : null;
  } catch {
    return null;
  }
}

/** The two halves of a row. */
export function splitRow({ newest, shown, ...row }: ListRow): readonly [Extension, Version] {
  return [
    { ...row, version: newest },
    { ...row, version: shown },
  ];
}
