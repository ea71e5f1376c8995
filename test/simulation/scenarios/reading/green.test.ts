// The green of a scenario: slope with a direction, contours, and the error of each mistake.

import test from 'ava';
import { readScenario } from '../../../../simulation/scenarios/reading/read-scenario.ts';
import { fail, ok } from '../../../../wire/errors.ts';

const FILE = '{ "grid_m": 1, "left_m": 0, "top_m": 0, "rows_mm": [[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,9]] }';
const source = {
  file: 'a.yaml',
  include: (name: string) =>
    name === 'flat.json' ? ok({ file: name, text: FILE }) : name === 'no.json' ? fail('bad_value', 'no.json is missing') : ok({ file: name, text: '{' }),
}; // oxfmt-ignore

function greenOf(green: string): unknown {
  const read = readScenario(`green: ${green}\nsteps:\n  - press: ok\n`, source);
  return read.ok ? read.value.devices[0]?.records['green'] : read.error.message;
}

test('[C180] a slope falls where its direction says', (t) => {
  const slope = (up_percent: number, side_percent: number) => ({ slope: { up_percent, side_percent } });
  t.deepEqual(greenOf('{ slope: 2 }'), slope(0, 2));
  t.deepEqual(greenOf('{ slope: 2, direction: left }'), slope(0, -2));
  t.deepEqual(greenOf('{ slope: 1.5, direction: up }'), slope(1.5, 0));
  t.deepEqual(greenOf('{ slope: 1.5, direction: down }'), slope(-1.5, 0));
  t.deepEqual(greenOf('{ slope: 2, direction: 150 }'), slope(1.732, 1));
});

test('[C180] contours come from a file beside the scenario', (t) => {
  t.like(greenOf('{ contours: flat.json }'), { contours: { grid_m: 1 } });
  t.is(greenOf('{ contours: no.json }'), 'a.yaml:1:1: no.json is missing');
  t.regex(String(greenOf('{ contours: broken.json }')), /^a\.yaml:1:1: broken\.json: Contours must be a JSON object/);
});

test('[C180] names what is wrong with a green', (t) => {
  for (const [green, sentence] of [
    ['{}', 'green must have either slope, with a direction, or contours.'],
    ['{ slope: 1, contours: flat.json }', 'green must have either slope, with a direction, or contours.'],
    ['{ slope: 10.1 }', 'must be a number from 0 to 10'],
    ['{ slope: 1, direction: sideways }', 'must be right, left, up, down or degrees'],
    ['{ slope: 1, direction: 361 }', 'must be right, left, up, down or degrees'],
    ['{ tilt: 1 }', 'tilt'],
  ] as const)
    t.true(String(greenOf(green)).includes(sentence), String(greenOf(green))); // oxfmt-ignore
});
