// Resource use of an extension against its limits, as text and meters.

import { useId } from 'preact/hooks';
import { CALLBACK_INSTRUCTIONS_MAX } from '../../../../wire/choices.ts';
import { SCRIPT_HEAP_BYTES_MAX } from '../../../../wire/limits.ts';
import type { PreviewState } from './played.ts';

const kilobytes = (bytes: number): string => (bytes / 1024).toFixed(bytes < 102_400 ? 1 : 0);
const thousands = (count: number): string => Math.round(count).toLocaleString('en');

export function Limits({ played: { heap_bytes, instructions, instructions_most } }: { readonly played: PreviewState }) {
  const of_max = `of ${thousands(CALLBACK_INSTRUCTIONS_MAX)} instructions`;
  return (
    <section class="preview-card">
      <h3>Limits</h3>
      <Use
        label="Heap"
        value={heap_bytes}
        max={SCRIPT_HEAP_BYTES_MAX}
        text={`${kilobytes(heap_bytes)} of ${kilobytes(SCRIPT_HEAP_BYTES_MAX)} KB`}
      />
      <Use
        label="Last call"
        value={instructions}
        max={CALLBACK_INSTRUCTIONS_MAX}
        text={`${thousands(instructions)} ${of_max}`}
      />
      <Use
        label="Maximum so far"
        value={instructions_most}
        max={CALLBACK_INSTRUCTIONS_MAX}
        text={`${thousands(instructions_most)} ${of_max}`}
      />
    </section>
  );
}

interface UseProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly text: string;
}

function Use({ label, value, max, text }: UseProps) {
  const id = useId();
  return (
    <div class="preview-use">
      <label for={id}>{label}</label>
      <meter {...{ id, value, max }} min={0} high={max * 0.75} optimum={0}>
        {text}
      </meter>
      <span>{text}</span>
    </div>
  );
}
