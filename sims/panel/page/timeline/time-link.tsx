// Time of a past event as a button that shows that moment.

import type { Moment } from '../connection/moment.ts';
import { secondsText } from './no-timeline.tsx';

interface TimeLinkProps {
  readonly at_ms: number;
  /** null if the past can't be shown. */
  readonly moment: Moment | null;
}

export function TimeLink({ at_ms, moment }: TimeLinkProps) {
  if (!moment) return <span class="row-time">{secondsText(at_ms)}</span>;
  return (
    <button type="button" class="link row-time" title="Show this moment" onClick={() => moment.show(at_ms)}>
      {secondsText(at_ms)}
    </button>
  );
}
