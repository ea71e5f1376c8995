// Breakpoints: events at which the time of all devices pauses. Each can be switched off, and counts its hits.

import { useState } from 'preact/hooks';
import type { Actions } from '../connection/actions.ts';
import type { BreakpointsView, BreakpointView } from '../connection/protocol.ts';
import { secondsText } from '../timeline/no-timeline.tsx';

interface BreakpointsProps {
  readonly breakpoints: BreakpointsView;
  readonly actions: Pick<Actions, 'addBreakpoint' | 'turnBreakpoint' | 'removeBreakpoint'>;
}

export function BreakpointsCard({ breakpoints: { points, stopped, kinds }, actions }: BreakpointsProps) {
  return (
    <section class="card card-breakpoints" aria-label="Breakpoints">
      <h2>Breakpoints</h2>
      <BreakpointForm kinds={kinds} add={actions.addBreakpoint} />
      <ul class="rows" data-testid="breakpoints">
        {points.map((point) => (
          <BreakpointRow key={point.id} {...{ point, actions }} stopped={stopped?.id === point.id} />
        ))}
      </ul>
      {points.length === 0 && <p class="empty">None: time never pauses by itself.</p>}
      {stopped && (
        <p role="status" data-testid="stopped">
          Paused at {secondsText(stopped.at_ms)} s by breakpoint {stopped.id}: {stopped.event}
        </p>
      )}
    </section>
  );
}

interface FormProps {
  readonly kinds: BreakpointsView['kinds'];
  add(kind: string, value: string, when: string): void;
}

function BreakpointForm({ kinds, add }: FormProps) {
  const [kind, setKind] = useState('page');
  const [value, setValue] = useState('');
  const [when, setWhen] = useState('');
  return (
    <form
      class="break-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (value.trim() !== '') add(kind, value.trim(), when.trim());
      }}
    >
      <label>
        Pause at{' '}
        <select data-testid="break-kind" value={kind} onChange={({ currentTarget }) => setKind(currentTarget.value)}>
          {Object.keys(kinds).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <input
        aria-label={kinds[kind]}
        placeholder={exampleOf(kinds[kind])}
        title={kinds[kind]}
        data-testid="break-value"
        maxLength={200}
        value={value}
        onInput={({ currentTarget }) => setValue(currentTarget.value)}
      />
      <label>
        when{' '}
        <input
          placeholder="club_speed:>= 5 mph"
          title="Condition on a figure of the screen, or empty"
          data-testid="break-when"
          maxLength={200}
          value={when}
          onInput={({ currentTarget }) => setWhen(currentTarget.value)}
        />
      </label>
      <button type="submit" data-testid="break-add">
        Add
      </button>
    </form>
  );
}

/** Returns the example at the end of a meaning: `…, such as playing.` */
const exampleOf = (meaning = ''): string => /such as (.+)\.$/.exec(meaning)?.[1] ?? '';

interface RowProps extends Pick<BreakpointsProps, 'actions'> {
  readonly point: BreakpointView;
  /** Whether time paused at it last. */
  readonly stopped: boolean;
}

function BreakpointRow({ point: { id, kind, value, when, on, hits }, stopped, actions }: RowProps) {
  const name = `${kind} ${value}${when && `, when ${when}`}`;
  return (
    <li class="row break-row" aria-current={stopped ? 'true' : undefined}>
      <label>
        <input type="checkbox" checked={on} onChange={() => actions.turnBreakpoint(id, !on)} /> {id}: {kind}{' '}
        <strong>{value}</strong>
        {when && `, when ${when}`}
      </label>
      <span class="row-quiet">
        {hits} {hits === 1 ? 'hit' : 'hits'}
      </span>
      <button type="button" aria-label={`Remove ${name}`} title="Remove" onClick={() => actions.removeBreakpoint(id)}>
        ×
      </button>
    </li>
  );
}
