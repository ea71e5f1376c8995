// The device's log, newest line at the bottom. It follows new lines until somebody scrolls up to read.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useHeld } from './held-list.ts';
import { saveText } from './save-as.ts';
import type { NumberedLine } from './panel.ts';

const LEVELS = ['debug', 'info', 'warn', 'error'];
const SHOW: Readonly<Record<string, { readonly from: string; readonly none: string }>> = {
  all: { from: 'debug', none: 'Nothing logged yet.' },
  'without debug': { from: 'info', none: 'Nothing but debug lines.' },
  warnings: { from: 'warn', none: 'No warnings.' },
};
/** A scroll position this close to the end counts as the end. */
const END_PX = 24;

export function LogCard({ log }: { readonly log: readonly NumberedLine[] }) {
  const [show, setShow] = useState('all');
  const [area, setArea] = useState('');
  const [find, setFind] = useState('');
  const [lines, held, hold] = useHeld(log);
  const list = useRef<HTMLOListElement>(null);
  const follows = useRef(true);
  const { from, none } = SHOW[show] ?? { from: 'debug', none: '' };
  const shown = lines.filter(
    (line) =>
      LEVELS.indexOf(line.level) >= LEVELS.indexOf(from) &&
      (area === '' || line.area === area) &&
      lineText(line).toLowerCase().includes(find.toLowerCase()),
  );
  useLayoutEffect(() => {
    if (list.current !== null && follows.current) list.current.scrollTop = list.current.scrollHeight;
  }, [shown.at(-1)?.number, show, area, find]);
  return (
    <section class="card card-log" aria-label="Log">
      <div class="card-head">
        <h2>Log</h2>
        <div class="card-actions">
          <Choice id="log-filter" label="Show" value={show} options={Object.keys(SHOW)} choose={setShow} />
          <Choice
            id="log-area"
            label="Area"
            value={area}
            options={['', ...new Set(log.map((line) => line.area))]}
            choose={setArea}
          />
          <input
            type="search"
            aria-label="Find in the log"
            placeholder="Find"
            data-testid="log-find"
            value={find}
            onInput={(event) => setFind(event.currentTarget.value)}
          />
          <button type="button" aria-pressed={held} data-testid="log-pause" onClick={() => hold(!held)}>
            Pause
          </button>
          <button
            type="button"
            disabled={shown.length === 0}
            onClick={() => saveText(`${shown.map(lineText).join('\n')}\n`, 'tapin-log.txt', 'text/plain')}
          >
            Export
          </button>
        </div>
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
      {shown.length === 0 && <p class="empty">{find === '' && area === '' ? none : 'No line is like that.'}</p>}
    </section>
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  /** '' is all. */
  readonly options: readonly string[];
  readonly choose: (value: string) => void;
}

function Choice({ id, label, value, options, choose }: ChoiceProps) {
  return (
    <label class="filter">
      <span>{label}</span>
      <select data-testid={id} value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {option || 'all'}
          </option>
        ))}
      </select>
    </label>
  );
}

const fieldText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const lineText = ({ at_ms, level, area, text, fields }: NumberedLine): string =>
  [
    (at_ms / 1000).toFixed(3),
    level,
    area,
    text,
    ...Object.entries(fields).map(([key, value]) => `${key}=${fieldText(value)}`),
  ].join(' ');

function LogRow({ line }: { readonly line: NumberedLine }) {
  return (
    <li class="log-line" data-level={line.level}>
      <span class="log-time">{(line.at_ms / 1000).toFixed(3)}</span> <span class="log-level">{line.level}</span>{' '}
      <span class="log-area">{line.area}</span> <span class="log-text">{line.text}</span>
      {Object.entries(line.fields).map(([key, value]) => (
        <span key={key} class="log-field">
          {' '}
          {key}={fieldText(value)}
        </span>
      ))}
    </li>
  );
}
