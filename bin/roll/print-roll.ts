// Computes the ideal putt on a slope and prints it as a table, as JSON, or as a picture.

import { writeFileSync } from 'node:fs';
import { INCH_M } from '../../firmware/experiences/aim.ts';
import { FOOT_M } from '../../firmware/roll/roll.ts';
import { readContours } from '../../firmware/greens/green-record.ts';
import { messageOf } from '../../wire/errors.ts';
import { readFields } from '../../wire/json-fields.ts';
import { exitUsage, exitWith, printMessage } from '../process/process.ts';
import { textOf } from '../process/text-file.ts';
import { aimInches, computePutt, greenText, type ComputedPutt, type RollCall } from './computed-putt.ts';
import { rollSvg } from './roll-svg.ts';

const TABLE_FT = [3, 6, 10, 15, 20, 30] as const;

export function printRoll(given: RollCall): void {
  const call = withHeights(given);
  const { distance, json = false, svg } = call;
  if (distance === undefined && (json || svg !== undefined)) exitUsage('--json and --svg need a --distance.');
  const distances = distance === undefined ? TABLE_FT : [distance];
  const computed = distances.map((distance_ft) => computePutt(distance_ft, call));
  const [only] = computed;
  if (distance !== undefined && !only)
    exitWith({
      code: 'bad_value',
      message: 'No putt within 60° of the line crosses this hole: the slope is too steep for the green speed.',
    });
  if (computed.some((each) => each?.too_steep))
    printMessage('The slope is too steep to cross the hole so slowly: a faster putt is shown.');
  if (svg !== undefined && only) writePicture(svg, rollSvg(call, only));
  process.stdout.write(json && only ? `${JSON.stringify(objectOf(call, only))}\n` : tableOf(call, computed, distances));
}

/** Reads the file of the contours, if there is one. */
function withHeights(call: RollCall): RollCall {
  const { contours: file, side, up } = call;
  if (file === undefined) return call;
  if (side !== 0 || up !== 0) exitUsage('Use either --contours, or --side and --up.');
  const text = textOf(file);
  if (!text.ok) exitWith(text.error);
  const heights = readContours(readFields(text.value));
  return heights.ok ? { ...call, heights: heights.value } : exitUsage(`${file}: ${heights.error.message}`);
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

function objectOf(call: RollCall, { putt, outcome, path }: ComputedPutt): unknown {
  const place = ({ x_m, y_m }: { readonly x_m: number; readonly y_m: number }): readonly [number, number] => [
    rounded(x_m / FOOT_M, 4),
    rounded(y_m / FOOT_M, 4),
  ];
  const [x_ft, y_ft] = place(outcome);
  return {
    aim_in: rounded(aimInches(call, putt), 3),
    speed_mps: rounded(putt.speed_mps, 4),
    rest: outcome.rests ? { x_ft, y_ft } : null,
    time_s: rounded(outcome.time_s, 3),
    path: path.map((point) => [rounded(point.t_s, 3), ...place(point)]),
  };
}

function tableOf(call: RollCall, computed: readonly (ComputedPutt | null)[], distances: readonly number[]): string {
  const rows = computed.map((each, i) => {
    const distance = `${distances[i]} ft`;
    if (!each) return [distance, '–', '–', 'no putt within 60° of the line crosses the hole'];
    const { putt, outcome } = each;
    const rest = `${(outcome.x_m / FOOT_M).toFixed(1)} ft, ${sideText(outcome.y_m / INCH_M)}`;
    return [
      distance,
      `${aimInches(call, putt).toFixed(1)} in`,
      `${putt.speed_mps.toFixed(2)} m/s`,
      outcome.rests ? `${rest}, after ${outcome.time_s.toFixed(1)} s` : 'nowhere: it rolls away',
    ];
  });
  const aim = call.heights ? 'aim left of the hole' : 'aim above the hole';
  const table = [['distance', aim, 'start speed', 'rests, if the hole were covered'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
  const lines = table.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd((widths[column] ?? 0) + 2))
      .join('')
      .trimEnd(),
  );
  return `${greenText(call)}\n\n${lines.join('\n')}\n`;
}

const sideText = (right_in: number): string =>
  Math.abs(right_in) < 0.05 ? 'on the line' : `${Math.abs(right_in).toFixed(1)} in ${right_in > 0 ? 'right' : 'left'}`;

function writePicture(file: string, svg: string): void {
  try {
    writeFileSync(file, svg);
  } catch (thrown) {
    exitWith({ code: 'bad_value', message: `The picture ${file} can't be written: ${messageOf(thrown)}.` });
  }
}
