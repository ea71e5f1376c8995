// Icons as path data in a box of 24 × 24, drawn as strokes.

export const ICON = {
  back: 'M15 5 L8 12 L15 19',
  next: 'M9 5 L16 12 L9 19',
  check: 'M5 13 L10 18 L19 7',
  cross: 'M6 6 L18 18 M18 6 L6 18',
  warn: 'M12 4 L21 20 L3 20 Z M12 10 L12 14 M12 17 L12 17.5',
  wait: 'M12 3 A9 9 0 1 0 21 12 M12 7 L12 12 L15 14',
  metrics: 'M4 20 L4 12 M10 20 L10 5 M16 20 L16 9 M21 20 L3 20',
  lag: 'M5 19 A2 2 0 1 0 5.1 19 M9 17 L19 7 M13 6 L19.5 6 L19.5 12.5',
  close: 'M12 3 A9 9 0 1 0 12.1 3 M12 8 A4 4 0 1 0 12.1 8',
  distance: 'M4 20 L20 20 M4 17 L4 23 M20 17 L20 23 M12 4 L12 15 M8 11 L12 15 L16 11',
  arc: 'M3 18 A14 14 0 0 1 21 18 M18 14 L21 18 L16.5 19',
  rotation: 'M19 12 A7 7 0 1 1 16.5 6.6 M17 2.5 L16.8 7 L12.5 6.5',
  face: 'M12 3 L12 21 M12 12 L20 12 M17 9 L20 12 L17 15',
  golf: 'M12 21 L12 10 M12 10 L5 5 M12 10 L19 5 M12 10 L5 15 M12 10 L19 15 M8 21 L16 21',
  path: 'M4 20 C9 19 15 14 16 4 M12.5 7 L16 4 L18.5 8 M20 20 L13 20',
  stroke: 'M6 21 L6 3 L18 7 L6 11 M3 21 L13 21',
  match: 'M4 7 L16 7 M12 3 L16 7 L12 11 M20 17 L8 17 M12 13 L8 17 L12 21',
  skins: 'M12 3 A9 9 0 1 0 12.1 3 M12 7 L12 17 M9 9.5 L15 9.5 M9 14.5 L15 14.5',
  simdirect: 'M3 5 L21 5 L21 16 L3 16 Z M8 20 L16 20 M12 16 L12 20 M9 12 L12 8 L15 12',
  simport: 'M3 5 L15 5 L15 14 L3 14 Z M6 18 L12 18 M9 14 L9 18 M15 9 L21 9 M18 6 L21 9 L18 12',
  extension:
    'M9 4 A2.2 2.2 0 0 1 13.4 4 L13.4 6 L19 6 L19 11 L17 11 A2.2 2.2 0 0 0 17 15.4 L19 15.4 L19 20 L4 20 L4 6 L9 6 Z',
  together: 'M8 4 A3 3 0 1 0 8.1 4 M16 4 A3 3 0 1 0 16.1 4 M2 19 A6 6 0 0 1 12 16 A6 6 0 0 1 22 19',
  players: 'M12 3.5 A4 4 0 1 0 12.1 3.5 M4 21 A8 8 0 0 1 20 21',
  settings: 'M4 7 L14 7 M18 7 L20 7 M16 5 A2 2 0 1 0 16.1 5 M4 17 L6 17 M10 17 L20 17 M8 15 A2 2 0 1 0 8.1 15',
  status: 'M12 3 A9 9 0 1 0 12.1 3 M12 11 L12 16.5 M12 7.5 L12 8',
} as const;

export type IconName = keyof typeof ICON;
