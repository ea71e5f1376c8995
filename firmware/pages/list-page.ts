// A page that is nothing but a list.

import { createPage, footer, header, type PageView } from '../ui/page.ts';
import { listRows } from '../ui/list.ts';
import type { Row } from './navigation.ts';

interface List {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly focus: number;
  /** Where Back leads nowhere. */
  readonly top?: boolean;
  /** A short text at the end of the title bar. */
  readonly right?: string;
}

export function drawList({ title, rows, focus, top = false, right = '' }: List): PageView {
  const page = createPage();
  header(page, title, { back: !top, right });
  listRows(page, rows, focus);
  const choose = rows[focus]?.left === undefined ? 'OK: choose' : '← → change';
  footer(page, top ? `↑ ↓ move · ${choose}` : `↑ ↓ move · ${choose} · Back`);
  return page.view();
}
