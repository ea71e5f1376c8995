// Stored figures: parsed from the printed output, combined over several runs, and compared with earlier ones.

import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import test from 'ava';
import {
  comparisonOf,
  readFigures,
  readValue,
  withFigures,
  writeFigures,
  type KeptFigure,
} from '../../bench/kept-figures.ts';
import { failsWith, valueOf } from '../support/results.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

const about = { tapin_figures: 1, at: '2026-05-04T10:00:00.000Z', machine: 'a machine' } as const;
const figure = (what: string, unit: string, ...values: number[]): KeptFigure => ({
  bench: 'relay',
  what,
  unit,
  values,
  beside: '',
});

test('[repository] parses a figure as printed', (t) => {
  t.deepEqual(['1,260 ms', '0.64', '-3', '23.1 kB', '12 345', '', 'much'].map(readValue), [
    { number: 1260, unit: 'ms' },
    { number: 0.64, unit: '' },
    { number: -3, unit: '' },
    { number: 23.1, unit: 'kB' },
    { number: 12, unit: '345' },
    null,
    null,
  ]);
});

test('[repository] combines the figures of several runs, including table cells', (t) => {
  let kept: KeptFigure[] = [];
  for (const value of ['10 ms', '12 ms']) kept = withFigures(kept, 'relay', { what: 'a wake', value, beside: 'x' });
  kept = withFigures(kept, 'relay', { title: 'By code', heads: ['p50', 'p99'], rows: [{ name: 'input', cells: ['1.5', '–'] }], notes: [] }); // oxfmt-ignore
  t.deepEqual(kept, [{ ...figure('a wake', 'ms', 10, 12), beside: 'x' }, figure('By code: input, p50', '', 1.5)]);
});

test('[repository] reports figures whose runs do not overlap as moved, and skips unmatched ones', (t) => {
  const before = { ...about, figures: [figure('same', 'ms', 10, 14, 11), figure('faster', 'ms', 100, 104, 90), figure('gone', 'ms', 1)] }; // oxfmt-ignore
  const lines = comparisonOf(before, [figure('same', 'ms', 14, 15, 20), figure('faster', 'ms', 50, 52, 60), figure('new', 'ms', 1)]); // oxfmt-ignore
  t.deepEqual(
    lines.map((line) => line.replaceAll(/ +/g, ' ')),
    [
      'Compared with the figures of 2026-05-04T10:00:00.000Z on a machine: median (least to most).',
      '* faster 100 (90–104) ms → 52 (50–60) ms 0.52 ×',
      ' same 11 (10–14) ms → 15 (14–20) ms 1.36 ×',
      '1 of 2 moved beyond their spread (*).',
    ],
  );
});

test('[repository] reads figures back from their file, and rejects an invalid file with a message', async (t) => {
  const path = join(await temporaryFolder(t), 'figures.json');
  const kept = { ...about, figures: [figure('a wake', 'ms', 10)] };
  valueOf(t, writeFigures(path, kept));
  t.deepEqual(valueOf(t, readFigures(path)), kept);
  for (const text of ['{}', '[]', JSON.stringify({ ...kept, figures: [figure('empty', '')] })]) {
    writeFileSync(path, text);
    failsWith(t, readFigures(path), 'bad_value', /figures\.json has no figures; write them with --json\./);
  }
  writeFileSync(path, '{');
  failsWith(t, readFigures(path), 'bad_value', /figures\.json can't be read/);
  failsWith(t, writeFigures(join(path, 'x'), kept), 'bad_value', /can't be written/);
});
