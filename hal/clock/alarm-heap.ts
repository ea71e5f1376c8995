// Heap of alarms, ordered by due time and, at equal times, by insertion.

interface SetAlarm {
  readonly due_ms: number;
  readonly order: number;
  /** null once the alarm has fired or was cleared. */
  fire: (() => void) | null;
}

export interface AlarmHeap {
  set(fire: () => void, due_ms: number): SetAlarm;
  /** Ignores an alarm that has fired, was already cleared, or is null or undefined. */
  clear(alarm: unknown): void;
  /** Returns the due time of the next alarm; Infinity if none is set. */
  next_ms(): number;
  /** Removes and returns the next alarm if it is due by `until_ms`, else null. The caller fires it. */
  take(until_ms: number): { readonly due_ms: number; readonly fire: () => void } | null;
  /** Returns the number of alarms that are set and have neither fired nor been cleared. */
  size(): number;
}

/**
 * Adds a delay to a time. A delay too small to change a large time still moves it by one step; otherwise a caller that
 * waits out the rest of a pause would loop forever.
 */
export const later = (now_ms: number, delay_ms: number): number =>
  delay_ms > 0 ? Math.max(now_ms + delay_ms, now_ms * (1 + Number.EPSILON)) : now_ms;

const before = (a: SetAlarm, b: SetAlarm): boolean =>
  a.due_ms < b.due_ms || (a.due_ms === b.due_ms && a.order < b.order);

export function createAlarmHeap(): AlarmHeap {
  const heap: SetAlarm[] = [];
  let [order, size] = [0, 0];
  /** Cleared alarms stay in the heap until they reach the top. */
  const first = (): SetAlarm | undefined => {
    while (heap[0]?.fire === null) pop(heap);
    return heap[0];
  };
  return {
    set(fire, due_ms) {
      const alarm: SetAlarm = { due_ms, order: order++, fire };
      push(heap, alarm);
      size++;
      return alarm;
    },
    clear(given) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- alarms are handles returned by `set`, or undefined
      const alarm = given as SetAlarm | null | undefined;
      if (!alarm?.fire) return;
      alarm.fire = null;
      size--;
    },
    next_ms: () => first()?.due_ms ?? Infinity,
    take(until_ms) {
      const alarm = first();
      const fire = alarm?.fire;
      if (!alarm || !fire || alarm.due_ms > until_ms) return null;
      pop(heap);
      alarm.fire = null;
      size--;
      return { due_ms: alarm.due_ms, fire };
    },
    size: () => size,
  };
}

function push(heap: SetAlarm[], alarm: SetAlarm): void {
  let at = heap.push(alarm) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent];
    if (!above || !before(alarm, above)) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = alarm;
}

function pop(heap: SetAlarm[]): void {
  const last = heap.pop();
  if (!last || heap.length === 0) return;
  let at = 0;
  for (;;) {
    const child = earlierChild(heap, at);
    const below = heap[child];
    if (!below || !before(below, last)) break;
    heap[at] = below;
    at = child;
  }
  heap[at] = last;
}

function earlierChild(heap: readonly SetAlarm[], at: number): number {
  const left = 2 * at + 1;
  const one = heap[left];
  const other = heap[left + 1];
  return one && other && before(other, one) ? left + 1 : left;
}
