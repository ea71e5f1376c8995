// The labels by which devices are shown to each other (R17, C20): two words, assigned once for each device, no two alike.

import type { Random } from '../../../hal/random/random.ts';
import { ADJECTIVES, NOUNS } from '../../../wire/relay/label-words.ts';
import type { RelayDatabase } from './database.ts';

export interface LabelBook {
  /** The device's label; its first time, a new one. */
  labelOf(device: string): string;
}

/** Draws before a number is put behind the words; a registry has to be nearly as large as all pairs to come there. */
const DRAWS_MAX = 200;

export function createLabelBook(database: RelayDatabase, random: Random): LabelBook {
  const labels = new Map(database.labels().map(({ device, label }) => [device, label]));
  const draw = (): string => `${pick(ADJECTIVES)} ${pick(NOUNS)}`;
  const pick = (words: readonly string[]): string => words[random.int(words.length)] ?? '';
  const assign = (device: string): string => {
    for (let draws = 1; ; draws++) {
      const label = draws <= DRAWS_MAX ? draw() : `${draw()} ${draws}`;
      if (database.addLabel(device, label)) return label;
    }
  };
  return {
    labelOf(device) {
      const known = labels.get(device);
      if (known !== undefined) return known;
      const label = assign(device);
      labels.set(device, label);
      return label;
    },
  };
}
