// Figures in a page: a table between two marks; the rest of the page stays unchanged.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { BEGIN, END, tableOf, writeInPage } from '../../bench/figures-page.ts';
import type { KeptFigure, KeptFigures } from '../../bench/kept-figures.ts';
import { failsWith, valueOf } from '../support/results.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

const figure = (what: string, beside: string, ...values: number[]): KeptFigure => ({
  bench: 'relay',
  what,
  unit: 'ms',
  values,
  beside,
});
const figuresAt = (at: string, ...figures: KeptFigure[]): KeptFigures => ({
  tapin_figures: 1,
  at,
  machine: 'a machine',
  figures,
});

const now = figuresAt(
  '2026-05-04T10:00:00.000Z',
  figure('  a wake', 'aim 2 ms', 3, 1, 2),
  figure('a start', 'a | b', 9),
);
const before = figuresAt('2026-05-04T09:00:00.000Z', figure('  a wake', 'aim 3 ms', 6, 5, 7));

test('[repository] writes figures as a table with their spread and their reference values', (t) => {
  t.deepEqual(tableOf(now, null), [
    'a machine; 2026-05-04T10:00.',
    '',
    '|  | median (least to most) | beside |',
    '| --- | --- | --- |',
    '| a wake | 2 (1–3) ms | aim 2 ms |',
    '| a start | 9 ms | a \\| b |',
  ]);
});

test('[repository] gives earlier figures their own column, empty where there are none', (t) => {
  const [head, , heads, , ...rows] = tableOf(now, before);
  t.is(head, 'a machine; 2026-05-04T10:00; before: 2026-05-04T09:00.');
  t.is(heads, '|  | median (least to most) | before | beside |');
  t.deepEqual(rows, ['| a wake | 2 (1–3) ms | 6 (5–7) ms | aim 2 ms |', '| a start | 9 ms |  | a \\| b |']);
});

test('[repository] replaces the figures between the marks repeatedly, and keeps the rest of the page', async (t) => {
  const page = join(await temporaryFolder(t), 'page.md');
  writeFileSync(page, `# Speed\n\n${BEGIN}\nold\n${END}\n\nThe end.\n`);
  for (const lines of [['| a |'], ['| b |', '| c |']]) {
    valueOf(t, writeInPage(page, lines));
    t.is(readFileSync(page, 'utf8'), `# Speed\n\n${BEGIN}\n\n${lines.join('\n')}\n\n${END}\n\nThe end.\n`);
  }
});

test('[repository] rejects a missing page and a page without marks, and changes nothing', async (t) => {
  const page = join(await temporaryFolder(t), 'page.md');
  failsWith(t, writeInPage(page, ['x']), 'bad_value', /can't be written/);
  for (const text of ['# Speed\n', `${END}\n${BEGIN}\n`, `${BEGIN}\n`]) {
    writeFileSync(page, text);
    failsWith(t, writeInPage(page, ['x']), 'bad_value', /lacks the markers/);
    t.is(readFileSync(page, 'utf8'), text);
  }
});
