// Codes and labels as they are drawn; an engine sees to it that nobody has them yet (R2, R17, C20).

import type { Random } from '../../../hal/random/random.ts';
import { HOST_CODE_SYMBOLS } from '../../../wire/choices.ts';
import { codeOf } from '../../../wire/crockford.ts';
import { ADJECTIVES, NOUNS } from '../../../wire/relay/label-words.ts';

/** Draws of two words alone; a registry has to be nearly as large as all pairs for so many to be in vain. */
const WORDS_ALONE_DRAWS = 8;
/** Draws with a number of three digits, and then of six: a registry has to have millions of devices. */
const SHORT_NUMBER_DRAWS = 8;
const [SHORT_NUMBERS, LONG_NUMBERS] = [1000, 1_000_000];
const NUMBER_MIN = 2;

/** @param draws How often one was drawn for this device, with this one; 1 or more. */
export function drawLabel(random: Random, draws: number): string {
  const pick = (words: readonly string[]): string => words[random.int(words.length)] ?? '';
  const label = `${pick(ADJECTIVES)} ${pick(NOUNS)}`;
  if (draws <= WORDS_ALONE_DRAWS) return label;
  const numbers = draws <= WORDS_ALONE_DRAWS + SHORT_NUMBER_DRAWS ? SHORT_NUMBERS : LONG_NUMBERS;
  return `${label} ${NUMBER_MIN + random.int(numbers - NUMBER_MIN)}`;
}

/** 6 symbols. */
export const drawCode = (random: Random): string => codeOf(random.bytes(HOST_CODE_SYMBOLS));
