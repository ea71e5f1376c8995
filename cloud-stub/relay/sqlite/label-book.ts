// Labels by which devices are shown to each other (R17, C20): two words, assigned once per device and unique.

import type { Random } from '../../../hal/random/random.ts';
import { drawLabel } from '../session/random-codes.ts';
import type { RelayDatabase } from './database.ts';

export interface LabelBook {
  /** Returns the device's label, and assigns one on first use. */
  labelOf(device: string): string;
}

export function createLabelBook(database: RelayDatabase, random: Random): LabelBook {
  const labels = new Map(database.labels().map(({ device, label }) => [device, label]));
  const assign = (device: string): string => {
    for (let draws = 1; ; draws++) {
      const label = drawLabel(random, draws);
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
