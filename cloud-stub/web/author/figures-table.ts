// Table of a version's resource use and the limits.

import { CALLBACK_INSTRUCTIONS_MAX, PICTURE_COST_US_MAX } from '../../../wire/choices.ts';
import { SCRIPT_HEAP_BYTES_MAX, TOP_LEVEL_INSTRUCTIONS_MAX } from '../../../wire/limits.ts';
import { html, type Html } from '../common/html.ts';
import { tableOf } from '../common/table.ts';
import type { Figures } from '../../store/check.ts';

const number = (value: number): string => value.toLocaleString('en');

export function figuresTable(figures: Figures | null): Html {
  if (!figures) return html`<p>No figures: it was published before they were measured.</p>`;
  const { heap_bytes, instructions, call_instructions, paint_us, warnings } = figures;
  const rows: readonly (readonly [what: string, value: number, most: number])[] = [
    ['Heap, bytes', heap_bytes, SCRIPT_HEAP_BYTES_MAX],
    ['Top-level instructions', instructions, TOP_LEVEL_INSTRUCTIONS_MAX],
    ['Instructions per call', call_instructions, CALLBACK_INSTRUCTIONS_MAX],
    ['Painting one frame, about µs', paint_us, PICTURE_COST_US_MAX],
  ];
  return html`${tableOf(
    'Resource use',
    ['With each function called once', { number: 'Maximum' }, { number: 'Limit' }, { number: 'Share' }],
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
