// The two lists of words that labels are made of.

import test from 'ava';
import { DEVICE_NAME_CHARS_MAX, LABEL_CHARS_MAX } from '../../../wire/choices.ts';
import { ADJECTIVES, NOUNS } from '../../../wire/relay/label-words.ts';

for (const [name, words] of [
  ['adjectives', ADJECTIVES],
  ['nouns', NOUNS],
] as const)
  test(`[C20] there are at least 130 ${name}, each one word of letters, none twice`, (t) => {
    t.true(words.length >= 130, `${words.length}`);
    for (const word of words) t.regex(word, /^[A-Z][a-z]+$/);
    t.is(new Set(words.map((word) => word.toLowerCase())).size, words.length);
  });

test('[C20] no word is an adjective and a noun', (t) => {
  const nouns = new Set(NOUNS.map((word) => word.toLowerCase()));
  t.deepEqual(
    ADJECTIVES.filter((word) => nouns.has(word.toLowerCase())),
    [],
  );
});

test('[C20] the longest label fits wherever a label or a name stands, with a number behind it too', (t) => {
  const longest = (words: readonly string[]): number => Math.max(...words.map(({ length }) => length));
  const chars = longest(ADJECTIVES) + 1 + longest(NOUNS) + ' 999999'.length;
  t.true(chars <= LABEL_CHARS_MAX && chars <= DEVICE_NAME_CHARS_MAX, `${chars}`);
});
