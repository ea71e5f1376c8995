// A machine as a statechart: the states it is in are lit, and the arrow that it went last.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ChartArrow, ChartBox, MachineChart } from './machine-chart.ts';
import type { Machine } from './panel.ts';
import type { Transition } from './transitions.ts';

interface ChartCardProps {
  readonly machines: readonly Machine[];
  /** Of all machines, oldest first. */
  readonly transitions: readonly Transition[];
  readonly chosen: string;
  readonly choose: (machine: string) => void;
  readonly chartOf: (machine: string) => Promise<MachineChart | null>;
}

export function ChartCard({ machines, transitions, chosen, choose, chartOf }: ChartCardProps) {
  const chart = useChart(chosen, chartOf);
  const active = machines.find(({ name }) => name === chosen)?.paths ?? [];
  const last = transitions.findLast(({ machine }) => machine === chosen);
  return (
    <section class="card card-chart" aria-label="Statechart">
      <div class="card-head">
        <h2>Statechart</h2>
        <select
          aria-label="Which machine"
          data-testid="chart-choice"
          value={chosen}
          onChange={({ currentTarget: { value } }) => choose(value)}
        >
          {[...new Set([chosen, ...machines.map(({ name }) => name)])].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      {chart === null ? (
        <p class="empty">There is no chart of {chosen}.</p>
      ) : (
        chart && <Chart chart={chart} active={active} last={last} />
      )}
    </section>
  );
}

/** Undefined while it is on its way. */
function useChart(machine: string, chartOf: ChartCardProps['chartOf']): MachineChart | null | undefined {
  const [chart, setChart] = useState<MachineChart | null | undefined>();
  useEffect(() => {
    let wanted = true;
    void chartOf(machine).then((found) => wanted && setChart(found));
    return () => {
      wanted = false;
    };
  }, [machine]);
  return chart?.machine === machine || chart === null ? chart : undefined;
}

interface ChartProps {
  readonly chart: MachineChart;
  readonly active: readonly string[];
  readonly last: Transition | undefined;
}

const MARGIN = 4;

function Chart({ chart: { machine, w, h, boxes, arrows }, active, last }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => showLit(frame.current), [machine, active.join(' ')]);
  const lit = (path: string): boolean => active.some((each) => each === path || each.startsWith(`${path}.`));
  const went = (arrow: ChartArrow): boolean =>
    last !== undefined && isWithin(last.to, arrow.to) && (arrow.from === '' || isWithin(last.from, arrow.from));
  return (
    <>
      <div ref={frame} class="chart" tabIndex={0} role="group" aria-label={`Statechart of ${machine}, to scroll`}>
        <svg
          width={w + 2 * MARGIN}
          height={h + 2 * MARGIN}
          viewBox={`${-MARGIN} ${-MARGIN} ${w + 2 * MARGIN} ${h + 2 * MARGIN}`}
          role="img"
          aria-label={`Statechart of ${machine}. The list below says the same.`}
          data-testid="chart"
        >
          {boxes.map((box) => (
            <Box key={box.path} box={box} lit={lit(box.path)} />
          ))}
          {arrows.map((arrow, index) => (
            <Arrow key={index} arrow={arrow} went={went(arrow)} count={last?.number ?? 0} />
          ))}
        </svg>
      </div>
      <details class="chart-list">
        <summary>As a list</summary>
        <ul aria-label={`States of ${machine}`}>
          {boxes
            .filter(({ kind }) => kind !== 'start')
            .map(({ path, lines }) => (
              <li key={path} aria-current={lit(path) ? 'true' : undefined}>
                <strong>{path || 'any state'}</strong>
                {lit(path) && ' (is in it)'}
                <ul>
                  {lines.map((line, index) => (
                    <li key={index}>{line} stays</li>
                  ))}
                  {arrows
                    .filter(({ from }) => from === path)
                    .map(({ to, lines: events }) => (
                      <li key={to}>
                        {events.join(' ')} → {to}
                      </li>
                    ))}
                </ul>
              </li>
            ))}
        </ul>
      </details>
    </>
  );
}

/** Scrolls what is lit into the middle of the frame, and nothing else. */
function showLit(frame: HTMLElement | null): void {
  const box = [...(frame?.querySelectorAll('[data-lit=true] > rect') ?? [])].at(-1)?.getBoundingClientRect();
  if (!frame || !box) return;
  const around = frame.getBoundingClientRect();
  frame.scrollLeft += box.left + box.width / 2 - around.left - around.width / 2;
  frame.scrollTop += box.top + box.height / 2 - around.top - around.height / 2;
}

const isWithin = (path: string | null, state: string): boolean =>
  path !== null && (path === state || path.startsWith(`${state}.`));

const LINE_H = 15;
const PAD = 7;

function Box({
  box: { x, y, w, h, kind, path, title, lines },
  lit,
}: {
  readonly box: ChartBox;
  readonly lit: boolean;
}) {
  if (kind === 'start') return <circle class="chart-start" cx={x + w / 2} cy={y + h / 2} r={w / 2} />;
  return (
    <g class={lit && kind !== 'any' ? 'chart-state chart-lit' : 'chart-state'} data-state={path} data-lit={lit}>
      <rect x={x} y={y} width={w} height={h} rx="6" class={`chart-box chart-${kind}`} />
      {kind === 'final' && <rect x={x + 3} y={y + 3} width={w - 6} height={h - 6} rx="4" class="chart-box" />}
      <text class="chart-title" x={x + PAD} y={y + PAD + LINE_H - 4}>
        {lit && kind !== 'any' ? `● ${title}` : title || 'any state'}
      </text>
      <Lines lines={lines} x={x + PAD} y={y + PAD + LINE_H + 4} />
    </g>
  );
}

function Lines({ lines, x, y }: { readonly lines: readonly string[]; readonly x: number; readonly y: number }) {
  return (
    <>
      {lines.map((line, index) => (
        <text key={index} class="chart-line" x={x} y={y + (index + 1) * LINE_H - 4}>
          {line}
        </text>
      ))}
    </>
  );
}

interface ArrowProps {
  readonly arrow: ChartArrow;
  readonly went: boolean;
  /** Another number is another time that it was gone. */
  readonly count: number;
}

const [TIP_L, TIP_W] = [8, 3.5];

function Arrow({ arrow: { points, label, lines }, went, count }: ArrowProps) {
  const [[x, y] = [0, 0], [from_x, from_y] = [0, 0]] = points.toReversed();
  const length = Math.hypot(x - from_x, y - from_y) || 1;
  const [dx, dy] = [(x - from_x) / length, (y - from_y) / length];
  const [back_x, back_y] = [x - TIP_L * dx, y - TIP_L * dy];
  const tip = `${x},${y} ${back_x - TIP_W * dy},${back_y + TIP_W * dx} ${back_x + TIP_W * dy},${back_y - TIP_W * dx}`;
  return (
    <g key={went ? count : 'still'} class={went ? 'chart-arrow chart-went' : 'chart-arrow'}>
      <polyline pathLength="1" points={points.map((point) => point.join(',')).join(' ')} />
      <polygon points={tip} />
      {label && (
        <>
          <rect class="chart-label" x={label.x} y={label.y} width={label.w} height={label.h} rx="2" />
          <Lines lines={lines} x={label.x + 3} y={label.y} />
        </>
      )}
    </g>
  );
}
