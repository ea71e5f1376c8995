// Tables of pages: on a narrow screen each row is a block, in which the name of a column stands before each cell. The roles say what the
// layout takes away there.

import { html, type Html } from './html.ts';

/** Its name; of one with numbers as `{ number: 'Version' }`. */
type Column = string | { readonly number: string };
type Cell = Html | string | number | null;

/** `name`: what it is, for who does not see it. */
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

/** What somebody wrote, with its line ends; of nothing the cell is empty. */
export const quoteOf = (text: string): Html | null => (text === '' ? null : html`<span class="quote">${text}</span>`);
