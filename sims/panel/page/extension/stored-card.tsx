// What extensions have stored: their settings, store and trend, for who writes one to look at and to change.

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
      <p class="row-quiet">By the code of each extension. What is written here the device starts again with.</p>
      <RecordEditor name={RECORD} {...props} />
    </section>
  );
}

/** Another number where it may have been written. */
export const writesOf = (events: readonly TimelineEvent[]): number =>
  events.findLast(({ lane, what, name }) => lane === 'storage' && what === 'end' && name === `write ${RECORD}`)
    ?.number ?? 0;
