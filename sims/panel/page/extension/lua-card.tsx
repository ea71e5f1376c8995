// Charts the cost of an extension's calls over time against their limits.

import { useMemo } from 'preact/hooks';
import { luaCalls, luaSummaries, type LuaCall } from './lua-calls.ts';
import { secondsText } from '../timeline/no-timeline.tsx';
import type { ExtensionUse } from '../connection/protocol.ts';
import type { TimelineEvent } from '../timeline/timeline-event.ts';

interface LuaCardProps {
  readonly events: readonly TimelineEvent[];
  readonly use: ExtensionUse;
}

const SHOWN_MAX = 200;
const [WIDTH, HEIGHT, LEFT] = [320, 64, 8];

export function LuaCard({ events, use }: LuaCardProps) {
  const calls = useMemo(() => luaCalls(events), [events]);
  if (calls.length === 0) return null;
  const shown = calls.slice(-SHOWN_MAX);
  return (
    <section class="card card-lua" aria-label="Extension calls">
      <h2>Calls</h2>
      <div class="lua-charts">
        <Chart label="Instructions" calls={shown} of={({ instructions }) => instructions} max={use.instructions_max} />
        <Chart label="Heap, bytes" calls={shown} of={({ heap_bytes }) => heap_bytes} max={use.heap_bytes_max} />
        <Chart label="Painting, µs" calls={shown} of={({ paint_us }) => paint_us ?? 0} max={use.paint_us_max} />
      </div>
      <table class="facts lua-table" data-testid="lua-calls">
        <caption>Maximums in the last ten minutes</caption>
        <thead>
          <tr>
            <th scope="col">Call</th>
            <th scope="col">Count</th>
            <th scope="col">Instructions</th>
            <th scope="col">Heap</th>
            <th scope="col">Painting</th>
          </tr>
        </thead>
        <tbody>
          {luaSummaries(calls).map(({ name, count, instructions, heap_bytes, paint_us }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{count}</td>
              <td>{instructions.toLocaleString('en')}</td>
              <td>{heap_bytes.toLocaleString('en')}</td>
              <td>{paint_us === null ? '–' : `${paint_us.toLocaleString('en')} µs`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface ChartProps {
  readonly label: string;
  readonly calls: readonly LuaCall[];
  readonly of: (call: LuaCall) => number;
  /** Limit of the value. */
  readonly max: number;
}

/** Draws one chart, scaled to its highest value. */
function Chart({ label, calls, of, max }: ChartProps) {
  const most = Math.max(...calls.map(of), 1);
  const top = Math.min(max, most);
  const step = (WIDTH - 2 * LEFT) / Math.max(calls.length, 1);
  const heightOf = (value: number): number => (Math.min(value, top) / top) * HEIGHT;
  const share = ((most / max) * 100).toFixed(most / max < 0.1 ? 1 : 0);
  return (
    <figure class="lua-chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT + 4}`}
        role="img"
        aria-label={`${label}: maximum ${most}, ${share} % of the limit`}
      >
        {calls.map((call, place) => (
          <rect
            key={call.number}
            class={of(call) >= max * 0.75 ? 'lua-bar lua-bar-high' : 'lua-bar'}
            x={LEFT + place * step}
            y={HEIGHT - heightOf(of(call))}
            width={Math.max(step - 1, 0.75)}
            height={heightOf(of(call)) + 1}
          >
            <title>{`${secondsText(call.at_ms)} s, ${call.name}: ${of(call).toLocaleString('en')}`}</title>
          </rect>
        ))}
        <text class="lua-top" x={LEFT} y={9}>
          {Math.round(top).toLocaleString('en')}
        </text>
        {top === max && <line class="lua-limit" x1={0} y1={1} x2={WIDTH} y2={1} />}
      </svg>
      <figcaption>
        {label}: at most {share} % of {max.toLocaleString('en')}
      </figcaption>
    </figure>
  );
}
