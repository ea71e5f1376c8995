// Note that the page shows the past, with a button back to the present.

import type { Moment } from '../connection/moment.ts';
import { secondsText } from './no-timeline.tsx';
import type { Past } from '../connection/protocol.ts';

interface PastNoteProps {
  readonly past: Past;
  /** Requested time; null for the present. */
  readonly moment_ms: number | null;
  readonly moment: Moment;
}

export function PastNote({ past, moment_ms, moment }: PastNoteProps) {
  if (moment_ms === null) return null;
  return (
    <div class="past-note" data-testid="past" data-shown-ms={past.at_ms}>
      <p role="status">{textOf(past, moment_ms)}</p>
      <button type="button" class="primary" data-testid="to-present" onClick={() => moment.show(null)}>
        Live
      </button>
    </div>
  );
}

function textOf({ at_ms, on }: Past, moment_ms: number): string {
  const still = at_ms === moment_ms ? '' : ' …';
  return `Past: ${secondsText(moment_ms)} s${on ? '' : ', off'}${still}`;
}
