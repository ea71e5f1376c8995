// Prints the benchmark results of this machine: `npm run bench` for all, or `npm run bench -- relay` for one. Nothing
// is asserted; machines are shared and noisy, so the results are medians, each next to its target or a peer of the same
// run. `npm run bench -- relay --held 8000 --inputs 60000` sets its counts. `--times 5 --json before.json` runs each
// benchmark five times and saves the results, `--compare before.json` prints the new results next to the saved ones,
// and `--page docs/performance.md` writes them into a page.

import { arch, cpus, platform } from 'node:os';
import { parseArgs } from 'node:util';
import { messageOf } from '../wire/errors.ts';
import { BENCHES, figuresOf } from './benches.ts';
import type { BenchFigure, BenchSettings, Tabled } from './figures.ts';
import { tableOf, writeInPage } from './figures-page.ts';
import {
  comparisonOf,
  readFigures,
  withFigures,
  writeFigures,
  type KeptFigure,
  type KeptFigures,
} from './kept-figures.ts';

const MOST = { held: 100_000, inputs: 100_000_000, times: 100 } as const;
const OPTIONS = {
  held: { type: 'string' },
  inputs: { type: 'string' },
  times: { type: 'string' },
  json: { type: 'string' },
  compare: { type: 'string' },
  page: { type: 'string' },
} as const;

function wrong(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}

interface Call {
  readonly requested: readonly string[];
  readonly settings: BenchSettings;
  /** Number of runs of each benchmark. */
  readonly times: number;
  /** File to save the figures in; undefined if they are not saved. */
  readonly json: string | undefined;
  readonly before: KeptFigures | null;
  /** Markdown page to write the figures into. */
  readonly page: string | undefined;
}

function readCall(): Call {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: OPTIONS });
    const { times, json, compare, page, ...settings } = values;
    const before = compare === undefined ? null : readFigures(compare);
    if (before && !before.ok) return wrong(before.error.message);
    return {
      requested: positionals,
      settings: settingsOf(settings),
      times: times === undefined ? 1 : countOf('times', times),
      json,
      before: before && before.value,
      page,
    };
  } catch (thrown) {
    return wrong(messageOf(thrown));
  }
}

const settingsOf = (counts: Readonly<Record<string, string>>): BenchSettings =>
  Object.fromEntries(Object.entries(counts).map(([name, text]) => [name, countOf(name, text)]));

function countOf(name: string, text: string): number {
  const most = Object.entries(MOST).find(([each]) => each === name)?.[1] ?? 0;
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= most ? count : wrong(`--${name} takes a whole number from 1 to ${most}.`);
}

function print(printed: BenchFigure | Tabled): void {
  if ('value' in printed) {
    const { what, value, beside } = printed;
    process.stdout.write(`${what.padEnd(66)} ${value.padStart(10)}   ${beside}\n`);
    return;
  }
  const { title, heads, rows, notes } = printed;
  const width = Math.max(...rows.map(({ name }) => name.length));
  const line = (name: string, cells: readonly string[]): string =>
    [name.padEnd(width), ...cells.map((cell, at) => cell.padStart(heads[at]?.length ?? 0))].join('  ');
  const lines = [line('', heads), ...rows.map(({ name, cells }) => line(name, cells))];
  process.stdout.write(`\n${[title, ...lines, ...notes].join('\n')}\n`);
}

const { requested, settings, times, json, before, page } = readCall();
const unknown = requested.find((name) => !(name in BENCHES));
if (unknown !== undefined)
  wrong(`Unknown benchmark ${JSON.stringify(unknown)}; allowed are ${Object.keys(BENCHES).join(', ')}.`);
const [setting] = Object.keys(settings);
if (setting !== undefined && requested.join() !== 'relay') wrong(`--${setting} requires the benchmark relay alone.`);
const machine = `Node ${process.version}, ${platform()} ${arch()}, ${cpus().length} × ${cpus()[0]?.model.trim()}`;
process.stdout.write(`${machine}\n\n`);
let figures: KeptFigure[] = [];
for (let run = 0; run < times; run++)
  for (const name of requested.length > 0 ? requested : Object.keys(BENCHES))
    for await (const printed of figuresOf(name, 'whole', settings)) {
      print(printed);
      figures = withFigures(figures, name, printed);
    }
if (before) process.stdout.write(`\n${comparisonOf(before, figures).join('\n')}\n`);
const now: KeptFigures = { tapin_figures: 1, at: new Date().toISOString(), machine, figures };
const written = [
  ...(json === undefined ? [] : [writeFigures(json, now)]),
  ...(page === undefined ? [] : [writeInPage(page, tableOf(now, before))]),
];
for (const each of written) if (!each.ok) wrong(each.error.message);
