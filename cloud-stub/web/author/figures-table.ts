// Table of a version's resource use and the limits.

import { CALLBACK_INSTRUCTIONS_MAX, PICTURE_COST_US_MAX } from '../../../wire/choices.ts';
import { SCRIPT_HEAP_BYTES_MAX, TOP_LEVEL_INSTRUCTIONS_MAX } from '../../../wire/limits.ts';
import { html, type Html } from '../common/html.ts';
import { tableOf } from '../common/table.ts';
import type { Figures } from '../../store/check.ts';

const number = (value: number): string => value.toLocaleString('en');

export function figuresTable(figures: Figures | null): Html {
  if (!figures) return html`<p>It was published before anybody looked at what it takes.</p>`;
  const { heap_bytes, instructions, call_instructions, paint_us, warnings } = figures;
  const rows: readonly (readonly [what: string, value: number, most: number])[] = [
    ['Heap, bytes', heap_bytes, SCRIPT_HEAP_BYTES_MAX],
    ['Instructions of its top level', instructions, TOP_LEVEL_INSTRUCTIONS_MAX],
    ['Instructions of one call', call_instructions, CALLBACK_INSTRUCTIONS_MAX],
    ['Painting one picture, about µs', paint_us, PICTURE_COST_US_MAX],
  ];
  return html`${tableOf(
    'What it takes',
    ['When each of its functions is called once', { number: 'At most' }, { number: 'Allowed' }, { number: 'Share' }],
    rows.map(([what, value, most]) => [what, number(value), number(most), `${Math.ceil((100 * value) / most)} %`]),
  )}
  ${
    warnings.length === 0
      ? null
      : html`<ul>
          ${warnings.map((sentence) => html`<li>${sentence}</li>`)}
        </ul>`
  }`;
}
