// The device's log, newest line at the bottom. It follows new lines until somebody scrolls up to read.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { NumberedLine } from './panel.ts';

const LOUD: readonly string[] = ['warn', 'error'];
/** A scroll position this close to the end counts as the end. */
const END_PX = 24;

export function LogCard({ log }: { readonly log: readonly NumberedLine[] }) {
  const [only_loud, setOnlyLoud] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const follows = useRef(true);
  const shown = only_loud ? log.filter((line) => LOUD.includes(line.level)) : log;
  useLayoutEffect(() => {
    if (list.current !== null && follows.current) list.current.scrollTop = list.current.scrollHeight;
  }, [shown.at(-1)?.number, only_loud]);
  return (
    <section class="card card-log" aria-label="Log">
      <div class="card-head">
        <h2>Log</h2>
        <label class="filter">
          <span>Show</span>
          <select
            data-testid="log-filter"
            value={only_loud ? 'warnings' : 'all'}
            onChange={(event) => setOnlyLoud(event.currentTarget.value === 'warnings')}
          >
            <option value="all">all</option>
            <option value="warnings">warnings</option>
          </select>
        </label>
      </div>
      <ol
        ref={list}
        class="log"
        data-testid="log"
        tabIndex={0}
        aria-label="Log lines"
        onScroll={(event) => {
          const { scrollHeight, scrollTop, clientHeight } = event.currentTarget;
          follows.current = scrollHeight - scrollTop - clientHeight < END_PX;
        }}
      >
        {shown.map((line) => (
          <LogRow key={line.number} line={line} />
        ))}
      </ol>
      {shown.length === 0 && <p class="empty">{only_loud ? 'No warnings.' : 'Nothing logged yet.'}</p>}
    </section>
  );
}

function LogRow({ line }: { readonly line: NumberedLine }) {
  return (
    <li class="log-line" data-level={line.level}>
      <span class="log-time">{(line.at_ms / 1000).toFixed(3)}</span> <span class="log-level">{line.level}</span>{' '}
      <span class="log-area">{line.area}</span> <span class="log-text">{line.text}</span>
      {Object.entries(line.fields).map(([key, value]) => (
        <span key={key} class="log-field">
          {' '}
          {key}={typeof value === 'string' ? value : JSON.stringify(value)}
        </span>
      ))}
    </li>
  );
}
