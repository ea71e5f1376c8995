// Events before a failure, filtered by kind.

import { useEffect, useRef, useState } from 'preact/hooks';
import { secondsText } from './film-view.tsx';
import type { EventKind, ReportEvent } from './report-data.ts';

const KINDS: Readonly<Record<EventKind, string>> = {
  input: 'inputs',
  screen: 'screens',
  led: 'LEDs',
  sound: 'sounds',
  state: 'states',
  request: 'requests',
  storage: 'storage',
  log: 'log',
  other: 'other',
};
/** In the order of the page. */
const ALL: readonly EventKind[] = ['input', 'screen', 'led', 'sound', 'state', 'request', 'storage', 'log', 'other'];
/** Kinds that are hidden at first, since they are many and rarely tell. */
const QUIET: readonly EventKind[] = ['storage', 'other'];

interface EventsProps {
  readonly events: readonly ReportEvent[];
  /** Called with the time of an event that the reader picks. */
  onTime(at_ms: number): void;
}

export function EventTable({ events, onTime }: EventsProps) {
  const [hidden, setHidden] = useState<readonly EventKind[]>(QUIET);
  const counts = Map.groupBy(events, ({ kind }) => kind);
  const several = new Set(events.map(({ device }) => device)).size > 1;
  const shown = events.filter(({ kind }) => !hidden.includes(kind));
  // The events before the failure are the last ones.
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.scrollTo(0, list.current.scrollHeight), [hidden]);
  const toggle = (kind: EventKind): void =>
    setHidden(hidden.includes(kind) ? hidden.filter((each) => each !== kind) : [...hidden, kind]);
  return (
    <section>
      <h2>Events</h2>
      <div class="filters" role="group" aria-label="Kinds of events">
        {ALL.filter((kind) => counts.has(kind)).map((kind) => (
          <label key={kind}>
            <input type="checkbox" checked={!hidden.includes(kind)} onChange={() => toggle(kind)} /> {KINDS[kind]} (
            {counts.get(kind)?.length})
          </label>
        ))}
      </div>
      <div ref={list} class="events" tabIndex={0} role="group" aria-label="List of events">
        <table>
          <thead>
            <tr>
              <th>Time</th>
              {several && <th>Device</th>}
              <th>Kind</th>
              <th>Event</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ at_ms, device, kind, text }, index) => (
              <tr key={index}>
                <td>
                  <button type="button" onClick={() => onTime(at_ms)}>
                    {secondsText(at_ms)}
                  </button>
                </td>
                {several && <td>{device}</td>}
                <td>{KINDS[kind]}</td>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
