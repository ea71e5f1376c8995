// Swing path and lie: explains what this device's sensor cannot measure and what hardware it would need (C24).

import type { UnsensedExperience } from './experience.ts';

export const swingPath: UnsensedExperience<'path'> = {
  kind: 'unsensed',
  id: 'path',
  mode: 8,
  name: 'Swing path and lie',
  icon: 'M4 20 C9 19 15 14 16 4 M12.5 7 L16 4 L18.5 8 M20 20 L13 20',
  cfg: null,
  words: {
    title: 'Not supported by this sensor',
    why:
      'Eight gates measure speed, face, rotation and attack angle. Swing path needs a second pair of diagonal gates. ' +
      'Lie needs two height beams side by side.',
    instead: 'Try Face angle or Arc strength instead.',
  },
};
