// The quoted step of a scenario.

import test from 'ava';
import { quoteOf } from '../../../../simulation/scenarios/failures/quote.ts';

const TEXT = ['name: A', 'steps:', '  - press: ok', '  - expect: { page: menu }', '  - press: back', ''].join('\n');

test('[scenario] quotes the step with its neighbours, its line number and a caret', (t) => {
  t.deepEqual(quoteOf(TEXT, { line: 4, column: 5 }), [
    '  2 | steps:',
    '  3 |   - press: ok',
    '> 4 |   - expect: { page: menu }',
    '    |     ^',
    '  5 |   - press: back',
  ]);
});

test('[scenario] quotes the first and the last line without neighbours beyond the file', (t) => {
  t.deepEqual(quoteOf(TEXT, { line: 1, column: 1 }), ['> 1 | name: A', '    | ^', '  2 | steps:']);
  t.deepEqual(quoteOf(TEXT, { line: 5, column: 5 }).at(-1), '    |     ^');
});

test('[scenario] aligns line numbers of different lengths, and cuts long lines', (t) => {
  const lines = Array.from({ length: 12 }, (_, at) => `${'x'.repeat(at === 9 ? 1000 : 1)}${at + 1}`);
  const quoted = quoteOf(lines.join('\n'), { line: 10, column: 1 });
  t.deepEqual([quoted[1], quoted[2]?.length, quoted[4]], ['   9 | x9', 167, '  11 | x11']);
});

test('[scenario] quotes nothing for a place that the file does not have', (t) => {
  t.deepEqual(quoteOf(TEXT, { line: 99, column: 1 }), []);
});
