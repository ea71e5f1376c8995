// Checks that every implemented rule has a test whose title starts with its ID, or is listed here with the reason why
// not.

import test from 'ava';
import { sourcesBelow } from '../support/repository/sources.ts';

const range = (first: number, last: number): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => `R${first + index}`);

/** All rules of docs/requirements.md. */
const RULES = range(1, 154);

const NOT_YET: Readonly<Record<string, string>> = {};

const titles = (): readonly string[] =>
  sourcesBelow('test').flatMap(({ text }) =>
    [...text.matchAll(/['"`]((?:\[[^\]]+\] ?)+)/g)].map((match) => match[1] ?? ''),
  );

test('[repository] every implemented rule has a test or a reason here', (t) => {
  const tested = new Set(titles().flatMap((title) => [...title.matchAll(/\b(R\d+)\b/g)].map((match) => match[1])));
  for (const rule of RULES)
    if (rule in NOT_YET) t.false(tested.has(rule), `${rule} now has a test: remove it from the list`);
    else t.true(tested.has(rule), `${rule} starts the title of a test`);
});
