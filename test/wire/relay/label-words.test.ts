// The two word lists for device labels.

import test from 'ava';
import { DEVICE_NAME_CHARS_MAX, LABEL_CHARS_MAX } from '../../../wire/choices.ts';
import { ADJECTIVES, NOUNS } from '../../../wire/relay/label-words.ts';

for (const [name, words] of [
  ['adjectives', ADJECTIVES],
  ['nouns', NOUNS],
] as const)
  test(`[C20] has at least 130 ${name}, each one word of letters, without duplicates`, (t) => {
    t.true(words.length >= 130, `${words.length}`);
    for (const word of words) t.regex(word, /^[A-Z][a-z]+$/);
    t.is(new Set(words.map((word) => word.toLowerCase())).size, words.length);
  });

test('[C20] has no word in both lists', (t) => {
  const nouns = new Set(NOUNS.map((word) => word.toLowerCase()));
  t.deepEqual(
    ADJECTIVES.filter((word) => nouns.has(word.toLowerCase())),
    [],
  );
});

test('[C20] fits the longest label, even with a number, within the limits of labels and names', (t) => {
  const longest = (words: readonly string[]): number => Math.max(...words.map(({ length }) => length));
  const chars = longest(ADJECTIVES) + 1 + longest(NOUNS) + ' 999999'.length;
  t.true(chars <= LABEL_CHARS_MAX && chars <= DEVICE_NAME_CHARS_MAX, `${chars}`);
});
