// The record of a device's green, and contour files: limits of every field, and the surface that they give.

import test from 'ava';
import { greenRecordData, greenRecordFrom, greenUnder, readContours } from '../../../firmware/greens/green-record.ts';
import { assertDefined } from '../../../wire/errors.ts';

const ROWS = Array.from({ length: 9 }, (_, row) => Array.from({ length: 13 }, (_, column) => 10 * column - 4 * row));
const FILE = { grid_m: 0.5, left_m: -4, top_m: -2, rows_mm: ROWS };

test('[C180] contours of a file are a surface around the hole', (t) => {
  const green = assertDefined(greenRecordFrom({ contours: FILE }), 'a green');
  const { surface, slope } = greenUnder(green, 8);
  t.is(slope, null);
  // 10 mm every 0.5 m along the line is 2 % up; 4 mm down every 0.5 m to the right is 0.8 % to the right.
  const at = { x: 0, y: 0 };
  t.true(surface.gradientAt(1, 0.3, at));
  t.true(Math.abs(at.x - 0.02) < 1e-12 && Math.abs(at.y + 0.008) < 1e-12);
  t.true(Math.abs(surface.heightAt(2, 0) - surface.heightAt(0, 0) - 0.04) < 1e-12);
  // Beyond the file the slope continues.
  t.true(Math.abs(surface.heightAt(-20, 0) - surface.heightAt(0, 0) + 0.4) < 1e-9);
  t.deepEqual(greenRecordData(green), { contours: FILE });
});

test('[C180] each field of a contour file has limits, and the sentence names the field', (t) => {
  const line = (length: number, height = 0): number[] => Array.from({ length }, () => height);
  const rows = (count: number, length: number, height = 0) => Array.from({ length: count }, () => line(length, height));
  for (const [changed, field] of [
    [{ grid_m: 0.2 }, null], [{ grid_m: 0.19 }, 'grid_m'], [{ grid_m: 2 }, null], [{ grid_m: 2.01 }, 'grid_m'],
    [{ left_m: -64 }, null], [{ left_m: -64.1 }, 'left_m'], [{ top_m: 64 }, null], [{ top_m: '0' }, 'top_m'],
    [{ rows_mm: rows(4, 4) }, null], [{ rows_mm: rows(3, 4) }, 'rows_mm'], [{ rows_mm: rows(4, 3) }, 'rows_mm'],
    [{ rows_mm: rows(64, 64) }, null], [{ rows_mm: rows(65, 4) }, 'rows_mm'], [{ rows_mm: rows(4, 65) }, 'rows_mm'],
    [{ rows_mm: rows(4, 4, 5000) }, null], [{ rows_mm: rows(4, 4, 5000.1) }, 'rows_mm'],
    [{ rows_mm: [...rows(4, 4), line(5)] }, 'rows_mm'], [{ rows_mm: [...rows(4, 4), ['1', 2, 3, 4]] }, 'rows_mm'],
    [{ rows_mm: 7 }, 'rows_mm'], [{ rows_mm: [1, 2, 3, 4] }, 'rows_mm'],
  ] as const) {
    const read = readContours({ ...FILE, ...changed });
    t.is(read.ok ? null : (read.error.message.split(' ')[0] ?? ''), field, JSON.stringify(changed).slice(0, 60));
  } // oxfmt-ignore
  for (const data of [null, [], 'x', 3]) t.false(readContours(data).ok);
});

test('[C180] a record that is not a green leaves the device flat', (t) => {
  t.deepEqual(greenRecordFrom({ slope: { side_percent: 2 } }), { slope: { up_percent: 0, side_percent: 2 } });
  for (const bad of [
    {},
    { slope: 2 },
    { slope: { up_percent: 11 } },
    { slope: { side_percent: '1' } },
    { contours: {} },
  ])
    t.is(greenRecordFrom(bad), null, JSON.stringify(bad));
});
