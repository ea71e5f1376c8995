// Tables of pages. On a narrow screen each row becomes a block, with the column name before each cell; the roles
// restore the semantics that this layout removes.

import { html, type Html } from './html.ts';

/** Title of a column; `{ number: 'Version' }` for a column of numbers. */
type Column = string | { readonly number: string };
type Cell = Html | string | number | null;

/** Returns a table. `name`: label for screen readers. */
export function tableOf(name: string, columns: readonly Column[], rows: readonly (readonly Cell[])[]): Html {
  const heads = columns.map((column) =>
    typeof column === 'string' ? { title: column, css: null } : { title: column.number, css: html` class="number"` },
  );
  const head = heads.map(({ title, css }) => html`<th role="columnheader"${css}>${title}</th>`); // oxfmt-ignore
  const rowOf = (cells: readonly Cell[]): Html =>
    html`<tr role="row">
      ${heads.map(({ title, css }, at) => html`<td role="cell" data-label="${title}" ${css}>${cells[at] ?? null}</td>`)}
    </tr>`;
  return html`<table class="rows" role="table" aria-label="${name}">
    <thead role="rowgroup">
      <tr role="row">
        ${head}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(rowOf)}
    </tbody>
  </table>`;
}

/** Quotes a user's text with its line breaks; null, an empty cell, for ''. */
export const quoteOf = (text: string): Html | null => (text === '' ? null : html`<span class="quote">${text}</span>`);
