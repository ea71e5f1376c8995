// Lists of the store and their pages (C31): each is one statement, and a page starts after the last row of the previous
// one, so that additions and removals neither repeat nor hide a row. The sort keys of the public list change, so its
// pages follow the order of the first one (C137).

import type { SQLInputValue } from 'node:sqlite';
import * as v from 'valibot';
import { whole, WHOLE_FROM_0 } from '../../wire/relay/fields.ts';
import type { ExtensionKind } from '../../wire/store/messages.ts';
import type { Extension, Version } from './extension.ts';

export const PUBLIC_SORTS = ['new', 'installs', 'name'] as const;
type PublicSort = (typeof PUBLIC_SORTS)[number];

export const SUPPORT_STATES = ['requested', 'pending', 'public', 'none', 'default', 'taken_down', 'all'] as const;
export type SupportState = (typeof SUPPORT_STATES)[number];

export type ListFilter =
  /** Newest extension first, with its newest version. */
  | { readonly list: 'own'; readonly owner: string }
  /** With the approved version. `q`: search text from `foldedForSearch`. */
  | { readonly list: 'public'; readonly sort: PublicSort; readonly q: string; readonly kind: ExtensionKind | null }
  /** Oldest extension first, with its newest version. */
  | { readonly list: 'support'; readonly state: SupportState };

export interface ListQuery {
  readonly filter: ListFilter;
  readonly limit: number;
  /** End of the previous page. */
  readonly after: Position | null;
}

/** End of a page: sort key and serial of its last row. */
interface Position {
  readonly key: string | number;
  readonly serial: number;
  /** Public list: name of the order that the page follows, and the index after the page. */
  readonly order: { readonly name: string; readonly place: number } | null;
}

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

/** Returns the WHERE condition of a list, with its values. */
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

export interface Statement {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

const shownIn = ({ list }: ListFilter): string => (list === 'public' ? 'e.approved_version' : 'e.version');

const FROM = 'FROM extensions e JOIN versions v ON v.code = e.code AND v.version =';

/** Reads one row more than the page has, to find out whether there is a next one. */
export function listStatement({ filter, limit, after }: ListQuery): Statement {
  const { key, direction } = orderOf(filter);
  const { sql, values } = holds(filter);
  const beyond = after ? `AND (${key}, e.serial) ${direction === 'ASC' ? '>' : '<'} (?, ?)` : '';
  return {
    sql: `SELECT ${COLUMNS}, ${key} AS sort_key ${FROM} ${shownIn(filter)}
      WHERE ${sql} ${beyond} ORDER BY ${key} ${direction}, e.serial ${direction} LIMIT ?`,
    values: [...values, ...(after ? [after.key, after.serial] : []), limit + 1],
  };
}

/** Reads all serials of a list, in its order. */
export function orderStatement(filter: ListFilter): Statement {
  const { key, direction } = orderOf(filter);
  const { sql, values } = holds(filter);
  return {
    sql: `SELECT e.serial ${FROM} ${shownIn(filter)} WHERE ${sql} ORDER BY ${key} ${direction}, e.serial ${direction}`,
    values,
  };
}

/** Reads the rows of the given extensions that are still in the list, in the order of the serials. */
function rowsStatement(filter: ListFilter, serials: readonly number[], limit: number): Statement {
  const { sql, values } = holds(filter);
  return {
    sql: `SELECT ${COLUMNS}, ${orderOf(filter).key} AS sort_key ${FROM} ${shownIn(filter)}
      JOIN json_each(?) wanted ON wanted.value = e.serial WHERE ${sql} ORDER BY wanted.key LIMIT ?`,
    values: [JSON.stringify(serials), ...values, limit],
  };
}

export interface ListPage {
  readonly rows: readonly ListRow[];
  readonly next_cursor: string | null;
}

/** `order`: name of the order that the next page follows. */
export function pageOf(
  { filter, limit }: ListQuery,
  rows: readonly ListRow[],
  order: () => Position['order'],
): ListPage {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { rows: page, next_cursor: last ? writeCursor(filter, last, order()) : null };
}

/** Number of serials whose rows are read in one query: some may have left the list. */
const WINDOW = 1000;

/** Returns the page after `after` in a cached order. */
export function pageInOrder(
  { filter, limit, after }: ListQuery,
  serials: readonly number[],
  { name, place }: NonNullable<Position['order']>,
  all: (statement: Statement) => readonly ListRow[],
): ListPage {
  const rows: ListRow[] = [];
  let next = place;
  while (rows.length < limit && next < serials.length) {
    const wanted = serials.slice(next, next + WINDOW);
    rows.push(...all(rowsStatement(filter, wanted, limit - rows.length)));
    const last = rows.length === limit ? rows.at(-1) : undefined;
    next += last ? wanted.indexOf(last.serial) + 1 : wanted.length;
  }
  const last = rows.at(-1) ?? (after && { sort_key: after.key, serial: after.serial });
  const has_more = next < serials.length && last;
  return { rows, next_cursor: has_more ? writeCursor(filter, last, { name, place: next }) : null };
}

const writeCursor = (
  filter: ListFilter,
  { sort_key, serial }: Pick<ListRow, 'sort_key' | 'serial'>,
  order: Position['order'],
): string => {
  const followed = order ? [order.name, order.place] : [];
  return Buffer.from(JSON.stringify([orderOf(filter).name, sort_key, serial, ...followed])).toString('base64url');
};

/** Parses a cursor from a list with this order; null for anything else. */
export function readCursor(filter: ListFilter, cursor: string): Position | null {
  try {
    const { name, key } = orderOf(filter);
    const place = [v.literal(name), key === 'v.name_key' ? v.string() : whole(), whole()] as const;
    const position = v.union([v.strictTuple(place), v.strictTuple([...place, v.string(), whole(WHOLE_FROM_0)])]);
    const read = v.safeParse(position, JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (!read.success) return null;
    const [, sorted_by, serial, order, at] = read.output;
    return {
      key: sorted_by,
      serial,
      order: order === undefined || at === undefined ? null : { name: order, place: at },
    };
  } catch {
    return null;
  }
}

/** Splits a row into its extension and its version. */
export function splitRow({ newest, shown, ...row }: ListRow): readonly [Extension, Version] {
  return [
    { ...row, version: newest },
    { ...row, version: shown },
  ];
}
