// The whole report: counts that filter, a search field, and the list of scenarios.

import { useState } from 'preact/hooks';
import type { ReportData, ReportScenario, ReportStatus } from './report-data.ts';
import { ScenarioView, STATUS_WORDS } from './scenario-view.tsx';

/** Statuses from most to least urgent. */
const ORDER: readonly ReportStatus[] = ['failed', 'error', 'flaky', 'skipped', 'passed'];

export function Report({ data }: { readonly data: ReportData }) {
  const { scenarios, summary, began, version } = data;
  const [status, setStatus] = useState<ReportStatus | null>(null);
  const [text, setText] = useState('');
  const sorted = scenarios.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status));
  const shown = sorted.filter((each) => (status === null || each.status === status) && contains(each, text));
  return (
    <>
      <header>
        <h1>Scenarios: {summary}</h1>
        <p class="quiet">
          tapin {version} · {new Date(began).toLocaleString()}
        </p>
        <div class="filters">
          {ORDER.map((each) => (
            <StatusButton
              key={each}
              status={each}
              count={scenarios.filter((one) => one.status === each).length}
              pressed={status === each}
              onPress={() => setStatus(status === each ? null : each)}
            />
          ))}
          <label>
            Filter{' '}
            <input
              type="search"
              value={text}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
              placeholder="name, file or message"
            />
          </label>
          <span role="status">
            {shown.length} of {scenarios.length} shown
          </span>
        </div>
      </header>
      <ul class="scenarios">
        {shown.map((each) => (
          <li key={`${each.file} ${each.about}`}>
            <ScenarioView scenario={each} opened={each === sorted[0] && each.failures.length > 0} />
          </li>
        ))}
      </ul>
    </>
  );
}

const contains = ({ name, file, message }: ReportScenario, text: string): boolean =>
  `${name} ${file} ${message}`.toLowerCase().includes(text.trim().toLowerCase());

interface StatusButtonProps {
  readonly status: ReportStatus;
  readonly count: number;
  readonly pressed: boolean;
  onPress(): void;
}

function StatusButton({ status, count, pressed, onPress }: StatusButtonProps) {
  if (count === 0) return null;
  return (
    <button type="button" class={`status ${status}`} aria-pressed={pressed} onClick={onPress}>
      {count} {STATUS_WORDS[status]}
    </button>
  );
}
