// Tempo of distances: calls near, middle and far in rotation, to be played with the same stroke at three sizes (C107).
// Scores putts like Make distance.

import { CALLED_DISTANCE, HIT_WITHIN } from './called-distance.ts';
import { drill, SHOTS } from './drill.ts';

/** C107: called distances, feet. */
const CALLED_FT = [10, 20, 30] as const;

export const tempoOfDistances = drill({
  ...CALLED_DISTANCE,
  id: 'tempo',
  mode: 15,
  name: 'Tempo of distances',
  icon: 'M7 21 L17 21 L14 4 L10 4 Z M12 16 L19 7 M8.5 16 L15.5 16',
  about: 'Three distances in turn: within 5 % is a hit.',
  fields: { shots: { ...SHOTS, min: 3, max: 60, step: 3, default: 9 } },
  shown: () => ['shots'],
  calls: {
    stations: ({ shots }) => Array.from({ length: shots }, (_, n) => CALLED_FT[n % CALLED_FT.length] ?? 0),
    range: { min: Math.min(...CALLED_FT), max: Math.max(...CALLED_FT) },
    within: HIT_WITHIN,
  },
});
