// Stroke play: the fewest net strokes win. With equal handicaps that is also the fewest strokes (C104).

import { defineCourse } from '../experience.ts';
import { COURSE_CFG } from './cfg.ts';

export const strokePlay = defineCourse({
  id: 'stroke',
  mode: 11,
  name: 'Stroke play',
  icon: 'M6 21 L6 3 L18 7 L6 11 M3 21 L13 21',
  about: 'Fewest net strokes win, nine a hole at most.',
  cfg: COURSE_CFG,
  rules: {
    decides: 'Net',
    figure: ({ net }) => net,
    isInformative: ({ ro }) => new Set(ro.map(({ h }) => h)).size > 1,
    better: 'low',
    standing: ({ gross }) => (gross === 1 ? '1 stroke' : `${gross} strokes`),
  },
});
