// Codes and labels as they are drawn; an engine sees to it that nobody has them yet (R2, R17, C20).

import type { Random } from '../../hal/random/random.ts';
import { HOST_CODE_SYMBOLS } from '../../wire/choices.ts';
import { codeOf } from '../../wire/crockford.ts';
import { ADJECTIVES, NOUNS } from '../../wire/relay/label-words.ts';

/** Draws before a number is put behind the words; a registry has to be nearly as large as all pairs to come there. */
const DRAWS_MAX = 200;

/** @param draws How often one was drawn for this device, with this one; 1 or more. */
export function drawLabel(random: Random, draws: number): string {
  const pick = (words: readonly string[]): string => words[random.int(words.length)] ?? '';
  const label = `${pick(ADJECTIVES)} ${pick(NOUNS)}`;
  return draws <= DRAWS_MAX ? label : `${label} ${draws}`;
}

/** 6 symbols. */
export const drawCode = (random: Random): string => codeOf(random.bytes(HOST_CODE_SYMBOLS));
