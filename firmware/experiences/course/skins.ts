// Skins: each hole is worth one skin, and a tied hole's skin carries over to the next.

import { defineCourse } from '../experience.ts';
import { COURSE_CFG } from './cfg.ts';

export const skins = defineCourse({
  id: 'skins',
  mode: 13,
  name: 'Skins',
  icon: 'M12 3 A9 9 0 1 0 12.1 3 M12 7 L12 17 M9 9.5 L15 9.5 M9 14.5 L15 14.5',
  about: 'Fewest strokes take the skin, ties carry it over.',
  cfg: COURSE_CFG,
  rules: {
    decides: 'Skins',
    figure: (result) => result.skins,
    better: 'high',
    standing: (result) => (result.skins === 1 ? '1 skin' : `${result.skins} skins`),
  },
});
