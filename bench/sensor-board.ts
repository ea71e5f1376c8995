// The sensor board's firmware in the loop: how much faster than real time, and the errors of the whole chain beside the
// budget of docs/sensor-protocol.md.

import { measureStrokes } from '../test/support/sensor-board/measured-strokes.ts';
import { percentile, type BenchFigure, type BenchSize } from './figures.ts';

const STROKES = { whole: 10_000, tiny: 5 } as const;
const SEED = 1;

export async function benchSensorBoard(size: BenchSize): Promise<readonly BenchFigure[]> {
  const { strokes, lost, times_real, ...errors } = await measureStrokes(STROKES[size], SEED);
  const figure = (
    what: string,
    samples: readonly number[],
    unit: string,
    budget: string,
    digits: number,
  ): BenchFigure => ({
    what: `error of ${what} over ${strokes.toLocaleString('en')} strokes through firmware, cable and driver, p99`,
    value: `${percentile(samples, 0.99).toFixed(digits)} ${unit}`,
    beside: `budget ±${budget}; median ${percentile(samples, 0.5).toFixed(digits)}, largest ${Math.max(...samples).toFixed(digits)} ${unit}`,
  });
  return [
    {
      what: 'firmware of the sensor board, cable and driver, a swing every 2 s, times real time',
      value: `${times_real.toFixed(0)} ×`,
      beside: 'aim 200 ×',
    },
    figure(
      'speed',
      errors.speed_share.map((share) => share * 100),
      '%',
      '1 %',
      3,
    ),
    figure('face', errors.face_deg, '°', '0.15°', 3),
    figure('attack', errors.attack_deg, '°', '0.25°', 3),
    {
      what: 'strokes that did not become a strike',
      value: String(lost),
      beside: `0 of ${strokes.toLocaleString('en')}`,
    },
  ];
}
