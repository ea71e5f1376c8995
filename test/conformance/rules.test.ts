// Every rule of the relay has a test that begins with its ID, or stands here with the reason why it has none yet.

import test from 'ava';
import { sourcesBelow } from '../support/sources.ts';

const range = (first: number, last: number): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => `R${first + index}`);

/** The rules of sessions, queue, held requests, state, and of who may do what. */
const RULES = [...range(1, 59), 'R68', 'R71', 'R73', 'R79', 'R89', ...range(91, 95)];

const NOT_YET: Readonly<Record<string, string>> = {
  R12: 'what a guest does with the code of an answer: a rule of the device',
  R32: 'that a host applies an input once: a rule of the device; the relay’s part is R28, R30 and R33',
  R42: 'how a host finds its place again: a rule of the device',
  R43: 'what a rebooted host applies: a rule of the device',
  R53: 'how a host polls: a rule of the device',
  R54: 'when a device aborts its own request: a rule of the device',
  R59: 'how devices come together again: a rule of the device',
  R94: 'what a device does before its clock is right: a rule of the device',
};

const titles = (): readonly string[] =>
  sourcesBelow('test').flatMap(({ text }) =>
    [...text.matchAll(/['"`]((?:\[[^\]]+\] ?)+)/g)].map((match) => match[1] ?? ''),
  );

test('[house] every rule of the relay has a test, or a reason here', (t) => {
  const tested = new Set(titles().flatMap((title) => [...title.matchAll(/\b(R\d+)\b/g)].map((match) => match[1])));
  for (const rule of RULES)
    if (rule in NOT_YET) t.false(tested.has(rule), `${rule} has a test by now: take it off the list`);
    else t.true(tested.has(rule), `no test begins with ${rule}`);
});
