// Time of a past event as a button that shows that moment.

import type { Moment } from '../connection/moment.ts';
import { secondsText } from './no-timeline.tsx';

interface TimeLinkProps {
  readonly at_ms: number;
  /** null if the past can't be shown. */
  readonly moment: Moment | null;
  /** Class of its style. */
  readonly kind?: string;
}

export function TimeLink({ at_ms, moment, kind = 'row-time' }: TimeLinkProps) {
  if (!moment) return <span class={kind}>{secondsText(at_ms)}</span>;
  return (
    <button type="button" class={`link ${kind}`} title="Show this moment" onClick={() => moment.show(at_ms)}>
      {secondsText(at_ms)}
    </button>
  );
}
