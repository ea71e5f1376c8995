// Card for authors to view and edit what extensions have stored: settings, store and trend.

import type { Actions } from '../connection/actions.ts';
import { RecordEditor } from '../storage/record-editor.tsx';
import type { TimelineEvent } from '../timeline/timeline-event.ts';

interface StoredCardProps {
  readonly actions: Actions;
  readonly changes: unknown;
  readonly past: boolean;
  readonly until_ms: number | null;
}

const RECORD = 'extension-data';

export function StoredCard(props: StoredCardProps) {
  return (
    <section class="card card-stored" aria-label="Store and trend">
      <h2>Store and trend</h2>
      <p class="row-quiet">Stored by extension code. Writing restarts the device.</p>
      <RecordEditor name={RECORD} {...props} />
    </section>
  );
}

/** Returns a number that changes whenever the record may have been written. */
export const writesOf = (events: readonly TimelineEvent[]): number =>
  events.findLast(({ lane, what, name }) => lane === 'storage' && what === 'end' && name === `write ${RECORD}`)
    ?.number ?? 0;
