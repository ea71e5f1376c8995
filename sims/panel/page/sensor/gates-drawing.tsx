// Draws the eight gates of a swing over time: each is low until the head reaches it.

import { useState } from 'preact/hooks';
import { signedText } from '../common/number-text.ts';
import type { Swing } from './swings.ts';

const WIDTH = 420;
const [LEFT, RIGHT] = [34, 12];
const ROW = 26;
const [HIGH, LOW] = [5, 19];
const TICKS = 5;
/** Room for the pointer's label. */
const TOP = 14;

interface GatesDrawingProps {
  readonly swing: Swing;
  /** Origin of the shown times, relative to the first gate at 0. */
  readonly from_us: number;
}

export function GatesDrawing({ swing: { gates }, from_us }: GatesDrawingProps) {
  const [pointed_us, point] = useState<number | null>(null);
  const last_us = Math.max(1, ...gates.map(({ at_us }) => at_us ?? 0));
  // Leaves some room before the first gate and after the last.
  const span_us = last_us * 1.16;
  const x = (us: number): number => LEFT + ((us + last_us * 0.08) / span_us) * (WIDTH - LEFT - RIGHT);
  const usAt = (at: number): number => ((at - LEFT) / (WIDTH - LEFT - RIGHT)) * span_us - last_us * 0.08;
  const bottom = ROW * gates.length;
  const step_us = stepOf(last_us);
  const [first_mark, last_mark] = [Math.ceil(-from_us / step_us), Math.floor((last_us - from_us) / step_us)];
  const marks = Array.from({ length: last_mark - first_mark + 1 }, (_, mark) => (first_mark + mark) * step_us);
  return (
    <svg
      class="gates"
      viewBox={`0 ${-TOP} ${WIDTH} ${TOP + bottom + 22}`}
      role="img"
      aria-label="Time at each gate. The table below has the numbers."
      data-testid="gates"
      onPointerMove={(event) => {
        const { left, width } = event.currentTarget.getBoundingClientRect();
        point(usAt(((event.clientX - left) / width) * WIDTH));
      }}
      onPointerLeave={() => point(null)}
    >
      {marks.map((us) => (
        <g key={us}>
          <line class="gates-grid" x1={x(from_us + us)} x2={x(from_us + us)} y1="0" y2={bottom} />
          <text class="gates-time" x={x(from_us + us)} y={bottom + 15} text-anchor="middle">
            {signedText(us / 1000, us % 1000 === 0 ? 0 : 1)}
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
      {from_us > 0 && <line class="gates-from" x1={x(from_us)} x2={x(from_us)} y1="0" y2={bottom} />}
      {pointed_us !== null && (
        <g class="gates-pointer" data-testid="gates-pointer">
          <line x1={x(pointed_us)} x2={x(pointed_us)} y1="0" y2={bottom} />
          <text
            x={x(pointed_us) + (x(pointed_us) > WIDTH / 2 ? -4 : 4)}
            y="-3"
            text-anchor={x(pointed_us) > WIDTH / 2 ? 'end' : 'start'}
          >
            {from_us > 0 ? 'Δ ' : ''}
            {signedText((pointed_us - from_us) / 1000, 2)} ms
          </text>
        </g>
      )}
    </svg>
  );
}

/** Returns a round number of microseconds that gives about five marks. */
function stepOf(span_us: number): number {
  const raw = span_us / TICKS;
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * ([1, 2, 5, 10].find((times) => times * power >= raw) ?? 10);
}
