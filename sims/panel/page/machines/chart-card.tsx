// Shows a machine as a statechart with its history: click a state for its visits, or count how often each was entered.

import { useEffect, useState } from 'preact/hooks';
import { ChartDrawing } from './chart-drawing.tsx';
import { isWithin, visitsOf } from './chart-history.ts';
import type { MachineChart } from './machine-chart.ts';
import type { Moment } from '../connection/moment.ts';
import { TimeLink } from '../timeline/time-link.tsx';
import { secondsText } from '../timeline/no-timeline.tsx';
import type { MachineView } from '../connection/panel.ts';
import { useStoredChoice } from '../connection/remembered.ts';
import type { Transition } from './transitions.ts';

const isOn = (value: unknown): boolean => value === true;

interface ChartCardProps {
  readonly machines: readonly MachineView[];
  /** Transitions of all machines, oldest first. */
  readonly transitions: readonly Transition[];
  readonly chosen: string;
  readonly choose: (machine: string) => void;
  readonly chartOf: (machine: string, around: string) => Promise<MachineChart | null>;
  /** null if the past can't be shown. */
  readonly moment: Moment | null;
  /** Adds a breakpoint at a state; null if time can't pause. */
  readonly pauseAt: ((state: string) => void) | null;
}

export function ChartCard({ machines, transitions, chosen, choose, chartOf, moment, pauseAt }: ChartCardProps) {
  const [near, setNear] = useState(false);
  const [fits, setFits] = useStoredChoice('chart-fits', isOn);
  const [covered, setCovered] = useStoredChoice('chart-covered', isOn);
  const [selected, select] = useState<string | null>(null);
  const active = machines.find(({ name }) => name === chosen)?.paths ?? [];
  const around = near ? (selected ?? active[0] ?? '') : '';
  const chart = useChart(chosen, around, chartOf);
  const own = transitions.filter(({ machine }) => machine === chosen);
  const chooseMachine = (machine: string): void => {
    choose(machine);
    select(null);
  };
  return (
    <section class="card card-chart" aria-label="Statechart">
      <div class="card-head">
        <h2>Statechart</h2>
        <div class="card-actions">
          <button type="button" aria-pressed={fits} data-testid="chart-fit" onClick={() => setFits(!fits)}>
            Fit
          </button>
          <button
            type="button"
            aria-pressed={near}
            title="Only the selected or current state, with the states before and after it"
            data-testid="chart-near"
            onClick={() => setNear(!near)}
          >
            Neighbours
          </button>
          <button
            type="button"
            aria-pressed={covered}
            title="Entries per state in the last ten minutes; dashed arrows were never taken"
            data-testid="chart-coverage"
            onClick={() => setCovered(!covered)}
          >
            Coverage
          </button>
          <select
            aria-label="Which machine"
            data-testid="chart-choice"
            value={chosen}
            onChange={({ currentTarget: { value } }) => chooseMachine(value)}
          >
            {[...new Set([chosen, ...machines.map(({ name }) => name)])].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
      </div>
      {chart === null ? (
        <p class="empty">No chart of {chosen}.</p>
      ) : (
        chart && (
          <>
            {active.length === 0 && <p class="row-quiet">{chosen} is not running.</p>}
            <ChartDrawing {...{ chart, active, fits, covered, selected, select }} transitions={own} />
            {covered && <CoverageText chart={chart} transitions={own} />}
            {selected !== null && <StateHistory path={selected} transitions={own} {...{ moment, pauseAt }} />}
            <ChartList {...{ chart, active, selected, select }} />
          </>
        )
      )}
    </section>
  );
}

/** Returns the chart; undefined while it loads. */
function useChart(
  machine: string,
  around: string,
  chartOf: ChartCardProps['chartOf'],
): MachineChart | null | undefined {
  const [chart, setChart] = useState<MachineChart | null | undefined>();
  useEffect(() => {
    let wanted = true;
    void chartOf(machine, around).then((found) => wanted && setChart(found));
    return () => {
      wanted = false;
    };
  }, [machine, around]);
  return chart?.machine === machine || chart === null ? chart : undefined;
}

const isState = ({ kind }: MachineChart['boxes'][number]): boolean => kind !== 'start' && kind !== 'any';

function CoverageText({ chart, transitions }: Pick<HistoryProps, 'transitions'> & { readonly chart: MachineChart }) {
  const states = chart.boxes.filter(isState);
  const missed = states.filter(({ path }) => visitsOf(transitions, path).length === 0).map(({ path }) => path);
  return (
    <p class="row-quiet" data-testid="chart-covered">
      {states.length - missed.length} of {states.length} states entered
      {missed.length > 0 && `; not: ${missed.join(', ')}`}.
    </p>
  );
}

interface HistoryProps {
  readonly path: string;
  /** Transitions of this machine. */
  readonly transitions: readonly Transition[];
}

function StateHistory({
  path,
  transitions,
  moment,
  pauseAt,
}: HistoryProps & Pick<ChartCardProps, 'moment' | 'pauseAt'>) {
  const visits = visitsOf(transitions, path);
  return (
    <section class="chart-history" aria-label={`History of ${path}`}>
      <h3>
        {path}: entered {visits.length} {visits.length === 1 ? 'time' : 'times'}
      </h3>
      {pauseAt && (
        <button type="button" data-testid="chart-pause" onClick={() => pauseAt(path)}>
          Pause here
        </button>
      )}
      <ol class="rows" data-testid="chart-history">
        {visits.toReversed().map(({ number, at_ms, from, left }) => (
          <li key={number} class="row">
            <TimeLink {...{ at_ms, moment }} /> from {from ?? 'not running'}
            {left === null
              ? ', still active'
              : `, for ${secondsText(left.at_ms - at_ms)} s, then ${left.to ?? 'not running'}`}
          </li>
        ))}
      </ol>
    </section>
  );
}

interface ChartListProps {
  readonly chart: MachineChart;
  readonly active: readonly string[];
  readonly selected: string | null;
  readonly select: (path: string) => void;
}

function ChartList({ chart, active, selected, select }: ChartListProps) {
  const [open, setOpen] = useState(false);
  return (
    <details class="chart-list" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>As a list</summary>
      {open && <StateList {...{ chart, active, selected, select }} />}
    </details>
  );
}

function StateList({ chart: { machine, boxes, arrows }, active, selected, select }: ChartListProps) {
  const lit = (path: string): boolean => active.some((each) => isWithin(each, path));
  return (
    <ul aria-label={`States of ${machine}`}>
      {boxes
        .filter(({ kind }) => kind !== 'start')
        .map((box) => (
          <li key={box.path} aria-current={lit(box.path) ? 'true' : undefined}>
            <strong>{box.path || 'any state'}</strong>
            {lit(box.path) && ' (active)'}{' '}
            {isState(box) && (
              <button
                type="button"
                class="chip"
                aria-label={`History of ${box.path}`}
                aria-pressed={box.path === selected}
                onClick={() => select(box.path)}
              >
                History
              </button>
            )}
            <ul>
              {box.lines.map((line, index) => (
                <li key={index}>{line} (stays)</li>
              ))}
              {arrows
                .filter(({ from }) => from === box.path)
                .map(({ to, lines: events }) => (
                  <li key={to}>
                    {events.join(' ')} → {to}
                  </li>
                ))}
            </ul>
          </li>
        ))}
    </ul>
  );
}
