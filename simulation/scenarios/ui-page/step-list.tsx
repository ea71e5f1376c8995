// Steps that have been played, each a link to its moment on the panel.

import type { UiStep } from './ui-state.ts';

interface StepListProps {
  readonly steps: readonly UiStep[];
  readonly at: number;
  /** Shows a moment on the panel, null for the present, and a line in the editor. */
  show(at_ms: number | null, line: number): void;
}

export function StepList({ steps, at, show }: StepListProps) {
  const played = steps.flatMap(({ line, played: done }) => (done ? [{ line, ...done }] : []));
  return (
    <details class="steps" open={true}>
      <summary>
        {at} of {steps.length} steps played
      </summary>
      <ol data-testid="steps">
        {played.map(({ line, action, began_ms, ended_ms, failed }, index) => (
          <li key={index} class={failed ? 'bad' : undefined}>
            <button type="button" onClick={() => show(index === played.length - 1 ? null : ended_ms, line)}>
              {failed ? '✗ ' : ''}
              {(began_ms / 1000).toFixed(2)} s {action}
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}
