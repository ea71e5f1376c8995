// Mini golf as an experience: its rules and its own page.

import { defineSet } from '../experience.ts';
import { golfPage } from './golf-page.ts';
import { GOLF_CFG, GOLF_STROKES_MAX, golfRules } from './mini-golf.ts';

export const golf = defineSet({
  id: 'golf',
  mode: 14,
  name: 'Mini golf',
  icon: 'M12 21 L12 10 M12 10 L5 5 M12 10 L19 5 M12 10 L5 15 M12 10 L19 15 M8 21 L16 21',
  about: 'Aim with ← →, then putt. Fewest strokes win.',
  cfg: GOLF_CFG,
  trend: {
    label: 'Strokes per hole',
    unit: '',
    digits: 1,
    better: 'low',
    values: { min: 1, max: GOLF_STROKES_MAX },
  },
  aimed: true,
  forwarded: null,
  free: false,
  stored: true,
  rules: golfRules,
  draw: golfPage,
});
