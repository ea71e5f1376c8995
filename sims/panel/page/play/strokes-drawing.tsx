// Scatter plot of strokes: face from left to right, speed upwards.

import type { Units } from '../connection/protocol.ts';
import { speedUnit, speedValue } from '../common/speed-units.ts';
import type { ListedStroke } from './strokes.ts';

interface StrokesDrawingProps {
  readonly strokes: readonly ListedStroke[];
  readonly units: Units;
}

const [WIDTH, HEIGHT] = [220, 150];
const [LEFT, RIGHT, TOP, BOTTOM] = [34, 8, 8, 24];
/** Minimum extent of the axes, so that similar strokes appear close together. */
const [FACE_MIN_DEG, SPEED_MIN_MPS] = [2, 0.2];

export function StrokesDrawing({ strokes, units }: StrokesDrawingProps) {
  const faces = strokes.map(({ numbers }) => numbers.face_angle_deg);
  const speeds = strokes.map(({ numbers }) => numbers.club_speed_mps);
  const face_deg = Math.max(FACE_MIN_DEG, ...faces.map(Math.abs)) * 1.1;
  const middle_mps = (Math.min(...speeds) + Math.max(...speeds)) / 2;
  const half_mps = Math.max(SPEED_MIN_MPS, Math.max(...speeds) - middle_mps) * 1.2;
  const x = (deg: number): number => LEFT + ((deg + face_deg) / (2 * face_deg)) * (WIDTH - LEFT - RIGHT);
  const y = (mps: number): number => TOP + ((middle_mps + half_mps - mps) / (2 * half_mps)) * (HEIGHT - TOP - BOTTOM);
  return (
    <svg
      class="scatter"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label="Face and speed of the last strokes. The list has the numbers."
      data-testid="scatter"
    >
      <rect class="scatter-ground" x={LEFT} y={TOP} width={WIDTH - LEFT - RIGHT} height={HEIGHT - TOP - BOTTOM} />
      <line class="scatter-middle" x1={x(0)} x2={x(0)} y1={TOP} y2={HEIGHT - BOTTOM} />
      <text class="gates-time" x={LEFT} y={HEIGHT - 8}>
        −{face_deg.toFixed(1)}°
      </text>
      <text class="gates-time" x={x(0)} y={HEIGHT - 8} text-anchor="middle">
        face
      </text>
      <text class="gates-time" x={WIDTH - RIGHT} y={HEIGHT - 8} text-anchor="end">
        +{face_deg.toFixed(1)}°
      </text>
      {[middle_mps + half_mps, middle_mps - half_mps].map((mps, index) => (
        <text key={index} class="gates-time" x={LEFT - 4} y={index === 0 ? TOP + 9 : HEIGHT - BOTTOM} text-anchor="end">
          {speedValue(mps, units)}
        </text>
      ))}
      <text class="gates-time" x={LEFT - 4} y={(TOP + HEIGHT - BOTTOM) / 2 + 3} text-anchor="end">
        {speedUnit(units)}
      </text>
      {strokes.map(({ number, numbers }) => (
        <circle key={number} class="scatter-dot" cx={x(numbers.face_angle_deg)} cy={y(numbers.club_speed_mps)} r="8" />
      ))}
      {alike(strokes).map(([{ number, numbers }, stroke_numbers]) => (
        <text
          key={number}
          class={stroke_numbers.length > 1 ? 'scatter-place scatter-places' : 'scatter-place'}
          x={x(numbers.face_angle_deg)}
          y={y(numbers.club_speed_mps) + (stroke_numbers.length > 1 ? -11 : 3.5)}
          text-anchor="middle"
        >
          {stroke_numbers.join(', ')}
        </text>
      ))}
    </svg>
  );
}

/** Groups overlapping strokes, with the numbers of all in a group. */
function alike(strokes: readonly ListedStroke[]): readonly (readonly [ListedStroke, readonly number[]])[] {
  const groups = Map.groupBy(
    strokes,
    ({ numbers }) => `${numbers.face_angle_deg.toFixed(1)} ${numbers.club_speed_mps.toFixed(2)}`,
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [[first, group.map(({ place }) => place)] as const] : [];
  });
}
