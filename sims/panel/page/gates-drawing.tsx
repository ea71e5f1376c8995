// The eight gates of a swing over time: each is low until the head meets it.

import type { Swing } from './swings.ts';

const WIDTH = 420;
const [LEFT, RIGHT] = [34, 12];
const ROW = 26;
const [HIGH, LOW] = [5, 19];
const TICKS = 5;

export function GatesDrawing({ swing: { gates } }: { readonly swing: Swing }) {
  const last_us = Math.max(1, ...gates.map(({ at_us }) => at_us ?? 0));
  // Some room before the first and behind the last.
  const span_us = last_us * 1.16;
  const x = (us: number): number => LEFT + ((us + last_us * 0.08) / span_us) * (WIDTH - LEFT - RIGHT);
  const bottom = ROW * gates.length;
  const step_us = stepOf(last_us);
  const marks = Array.from({ length: Math.floor(last_us / step_us) + 1 }, (_, mark) => mark * step_us);
  return (
    <svg
      class="gates"
      viewBox={`0 0 ${WIDTH} ${bottom + 22}`}
      role="img"
      aria-label="When each gate was met. The table below has the times."
      data-testid="gates"
    >
      {marks.map((us) => (
        <g key={us}>
          <line class="gates-grid" x1={x(us)} x2={x(us)} y1="0" y2={bottom} />
          <text class="gates-time" x={x(us)} y={bottom + 15} text-anchor="middle">
            {us / 1000}
          </text>
        </g>
      ))}
      <text class="gates-time" x={WIDTH - 2} y={bottom + 15} text-anchor="end">
        ms
      </text>
      {gates.map(({ name, at_us }, row) => {
        const y = row * ROW;
        const path =
          at_us === null
            ? `M${LEFT} ${y + LOW}H${WIDTH - RIGHT}`
            : `M${LEFT} ${y + LOW}H${x(at_us)}V${y + HIGH}H${WIDTH - RIGHT}`;
        return (
          <g key={name} data-gate={name} data-us={at_us ?? ''}>
            <text class="gates-name" x="2" y={y + 16}>
              {name}
            </text>
            <path class={at_us === null ? 'gates-line gates-missing' : 'gates-line'} d={path} />
          </g>
        );
      })}
    </svg>
  );
}

/** A round number of microseconds, so that there are about five marks. */
function stepOf(span_us: number): number {
  const raw = span_us / TICKS;
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * ([1, 2, 5, 10].find((times) => times * power >= raw) ?? 10);
}
