// Snapshots of the public list's order, taken when a reader requests the first page (C137). Later installs and
// approvals would move extensions past the reader's position, so the following pages use the order of the first.

import { hash } from 'node:crypto';
import type { Statements } from '../sqlite/sqlite-statements.ts';
import { LIST_ROW, SERIAL_ROW } from './database-rows.ts';
import {
  listStatement,
  orderStatement,
  pageInOrder,
  pageOf,
  type ListFilter,
  type ListPage,
  type ListQuery,
  type Statement,
} from './lists.ts';

/** Limit of serials in all orders together, 8 bytes each. Beyond it, the least recently read order is dropped. */
const SERIALS_MAX = 1_000_000;
const ORDERS_MAX = 100;
/** Length of the hash that names an order. The name stays the same after a restart. */
const NAME_SYMBOLS = 16;

interface ListOrders {
  /** Stores an order of serials, and returns its name. */
  keep(filter: ListFilter, serials: readonly number[]): string;
  /** Returns null if the order is not cached, or belongs to another list. */
  read(filter: ListFilter, name: string): readonly number[] | null;
}

function keepListOrders(): ListOrders {
  const orders = new Map<string, { readonly filter: string; readonly serials: readonly number[] }>();
  let total = 0;
  const drop = (name: string): void => {
    total -= orders.get(name)?.serials.length ?? 0;
    orders.delete(name);
  };
  return {
    keep(filter, serials) {
      const of_list = JSON.stringify(filter);
      const name = hash('sha256', `${of_list} ${serials.join()}`, 'hex').slice(0, NAME_SYMBOLS);
      drop(name);
      orders.set(name, { filter: of_list, serials });
      total += serials.length;
      for (const oldest of orders.keys()) {
        if (oldest === name || (total <= SERIALS_MAX && orders.size <= ORDERS_MAX)) break;
        drop(oldest);
      }
      return name;
    },
    read(filter, name) {
      const order = orders.get(name);
      if (order?.filter !== JSON.stringify(filter)) return null;
      orders.delete(name);
      orders.set(name, order);
      return order.serials;
    },
  };
}

/** Returns a function that reads pages of lists. */
export function listsOn({ all }: Statements): (query: ListQuery) => ListPage {
  const orders = keepListOrders();
  const rowsOf = ({ sql, values }: Statement) => all(LIST_ROW, sql, values);
  return (query) => {
    const { filter, limit, after } = query;
    const kept = after?.order ? orders.read(filter, after.order.name) : null;
    if (kept && after?.order) return pageInOrder(query, kept, after.order, rowsOf);
    return pageOf(query, rowsOf(listStatement(query)), () => {
      if (filter.list !== 'public' || after) return null;
      const { sql, values } = orderStatement(filter);
      const serials = all(SERIAL_ROW, sql, values).map(({ serial }) => serial);
      return { name: orders.keep(filter, serials), place: limit };
    });
  };
}
