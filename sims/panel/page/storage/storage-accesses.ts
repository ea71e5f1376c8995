// Reads and writes of a device's storage, taken from the storage lane of the timeline.

import type { TimelineEvent } from '../timeline/timeline-event.ts';

interface StorageAccess {
  readonly number: number;
  readonly at_ms: number;
  /** Name of the access, such as `write settings`. */
  readonly name: string;
  readonly bytes: number | null;
  /** Duration; null while it is in progress. */
  readonly took_ms: number | null;
  readonly problem: string | null;
  /** Whether the record to read does not exist. */
  readonly absent: boolean;
}

/** Returns the accesses, oldest first. */
export function storageAccesses(events: readonly TimelineEvent[]): readonly StorageAccess[] {
  const accesses = new Map<number, StorageAccess>();
  const open = new Map<string, number>();
  let ended: number | null = null;
  for (const { lane, what, key = '', number, at_ms, name, args } of events) {
    if (lane !== 'storage') continue;
    const access = ended === null ? undefined : accesses.get(ended);
    if (what === 'begin') {
      open.set(key, number);
      accesses.set(number, {
        number,
        at_ms,
        name: name ?? '',
        bytes: bytesIn(args),
        took_ms: null,
        problem: null,
        absent: false,
      });
    } else if (what === 'end') {
      ended = open.get(key) ?? null;
      open.delete(key);
      const started = ended === null ? undefined : accesses.get(ended);
      // Overwritten if an answer follows.
      if (started) accesses.set(started.number, { ...started, took_ms: at_ms - started.at_ms, problem: CUT });
    } else if (what === 'moment' && access) {
      const problem = typeof args['error'] === 'string' ? args['error'] : null;
      const bytes = access.bytes ?? bytesIn(args);
      const absent = access.name.startsWith('read ') && problem === null && bytes === null;
      accesses.set(access.number, { ...access, problem, bytes, absent });
      ended = null;
    }
  }
  return [...accesses.values()];
}

const CUT = 'The power was cut before it finished.';

const bytesIn = ({ bytes }: TimelineEvent['args']): number | null => (typeof bytes === 'number' ? bytes : null);
