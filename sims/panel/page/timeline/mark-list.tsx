// Moments that the user has bookmarked on the timeline.

import { secondsText } from './no-timeline.tsx';

interface MarkListProps {
  readonly marks_ms: readonly number[];
  readonly here_ms: number;
  readonly setMarks: (marks_ms: readonly number[]) => void;
  readonly goTo: (at_ms: number) => void;
}

export function MarkList({ marks_ms, here_ms, setMarks, goTo }: MarkListProps) {
  const marked = marks_ms.includes(here_ms);
  const toggle = (): void =>
    setMarks(marked ? marks_ms.filter((at_ms) => at_ms !== here_ms) : [...marks_ms, here_ms].toSorted((a, b) => a - b));
  return (
    <div class="dock-controls" role="group" aria-label="Marks">
      <button type="button" aria-pressed={marked} data-testid="mark" onClick={toggle}>
        Mark
      </button>
      {marks_ms.map((at_ms) => (
        <button key={at_ms} type="button" title="Go to this mark" onClick={() => goTo(at_ms)}>
          {secondsText(at_ms)}
        </button>
      ))}
    </div>
  );
}
