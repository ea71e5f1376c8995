// One scenario of the report: its line, and unfolded its failures, film, events and files.

import { useState } from 'preact/hooks';
import { EventTable } from './event-table.tsx';
import { FailureView } from './failure-view.tsx';
import { FilmView } from './film-view.tsx';
import type { ReportScenario, ReportStatus } from './report-data.ts';

export const STATUS_WORDS: Readonly<Record<ReportStatus, string>> = {
  failed: 'failed',
  error: 'broken',
  flaky: 'flaky',
  skipped: 'skipped',
  passed: 'passed',
};

interface ScenarioProps {
  readonly scenario: ReportScenario;
  readonly opened: boolean;
}

export function ScenarioView({ scenario, opened }: ScenarioProps) {
  const { name, file, status, about, wall_ms, message, failures, film, files } = scenario;
  const [is_open, setOpen] = useState(opened);
  const head = (
    <>
      <span class={`status ${status}`}>{STATUS_WORDS[status]}</span> <b>{name}</b>{' '}
      <span class="quiet">
        {file === name ? '' : `${file} · `}
        {about} · {(wall_ms / 1000).toFixed(2)} s
      </span>
    </>
  );
  if (failures.length === 0 && !film)
    return (
      <div class="row">
        {head}
        {message !== '' && <p class="reason">{message}</p>}
      </div>
    );
  return (
    <details open={is_open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{head}</summary>
      {is_open && <ScenarioBody scenario={scenario} />}
      {is_open && files.length > 0 && (
        <p class="files">
          Files:{' '}
          {files.map((each) => (
            <a key={each.name} href={each.url} download={each.name}>
              {each.name}
            </a>
          ))}
        </p>
      )}
    </details>
  );
}

function ScenarioBody({ scenario }: Pick<ScenarioProps, 'scenario'>) {
  const { failures, film } = scenario;
  const [frame, setFrame] = useState(Math.max(0, (film?.frames.length ?? 0) - 1));
  const showTime = (at_ms: number): void =>
    setFrame(Math.max(0, film?.frames.findLastIndex((each) => each.at_ms <= at_ms) ?? 0));
  return (
    <>
      {failures.map((failure, index) => (
        <FailureView key={index} failure={failure} />
      ))}
      {film && film.frames.length > 0 && <FilmView film={film} frame={frame} setFrame={setFrame} />}
      {film && film.events.length > 0 && <EventTable events={film.events} onTime={showTime} />}
      {film && film.code.length > 0 && (
        <section>
          <h2>Source files involved</h2>
          <ul class="code">
            {film.code.map((each) => (
              <li key={each}>
                <code>{each}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
