// Make distance: stop the ball at a called distance; there is no hole (C96).

import { CALLED_DISTANCE, HIT_WITHIN } from './called-distance.ts';
import { drill, SHOTS } from './drill.ts';

const DISTANCE = { min: 5, max: 100 };
const feet = (label: string, default_ft: number) =>
  ({ ...DISTANCE, label, step: 1, default: default_ft, unit: 'ft' }) as const;

export const makeDistance = drill({
  ...CALLED_DISTANCE,
  id: 'distance',
  mode: 3,
  name: 'Make distance',
  icon: 'M4 20 L20 20 M4 17 L4 23 M20 17 L20 23 M12 4 L12 15 M8 11 L12 15 L16 11',
  about: 'Stop it at the called distance: within 5 % is a hit.',
  fields: {
    shots: SHOTS,
    manual: { label: 'Distances', min: 0, max: 1, step: 1, default: 0, words: ['at random', 'all the same'] },
    csMin: feet('Shortest', 10),
    csMax: feet('Longest', 40),
    target: feet('Distance', 20),
  },
  ordered: ['csMin', 'csMax'],
  shown: ({ manual }) => ['shots', 'manual', ...(manual === 1 ? (['target'] as const) : (['csMin', 'csMax'] as const))],
  calls: {
    stations: ({ shots, manual, csMin, csMax, target }, random) =>
      Array.from({ length: shots }, () => (manual === 1 ? target : csMin + random.int(csMax - csMin + 1))),
    range: DISTANCE,
    within: HIT_WITHIN,
  },
});
