// Draws random codes and labels; the engine makes sure that they are unused (R2, R17, C20).

import type { Random } from '../../../hal/random/random.ts';
import { HOST_CODE_SYMBOLS } from '../../../wire/choices.ts';
import { codeOf } from '../../../wire/crockford.ts';
import { ADJECTIVES, NOUNS } from '../../../wire/relay/label-words.ts';

/** Draws of two words only; for that many to fail, a registry must have nearly as many devices as there are pairs. */
const WORDS_ALONE_DRAWS = 8;
/**
 * Draws with a three-digit number, before those with a six-digit one; for that many to fail, a registry must have
 * millions of devices.
 */
const SHORT_NUMBER_DRAWS = 8;
const [SHORT_NUMBERS, LONG_NUMBERS] = [1000, 1_000_000];
const NUMBER_MIN = 2;

/** @param draws Number of draws for this device, including this one; 1 or more. */
export function drawLabel(random: Random, draws: number): string {
  const pick = (words: readonly string[]): string => words[random.int(words.length)] ?? '';
  const label = `${pick(ADJECTIVES)} ${pick(NOUNS)}`;
  if (draws <= WORDS_ALONE_DRAWS) return label;
  const numbers = draws <= WORDS_ALONE_DRAWS + SHORT_NUMBER_DRAWS ? SHORT_NUMBERS : LONG_NUMBERS;
  return `${label} ${NUMBER_MIN + random.int(numbers - NUMBER_MIN)}`;
}

/** 6 symbols. */
export const drawCode = (random: Random): string => codeOf(random.bytes(HOST_CODE_SYMBOLS));
