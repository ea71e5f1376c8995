// Icons as path data in a 24 × 24 box, drawn as strokes; the icons of experiences are in their definitions.

export const ICON = {
  back: 'M15 5 L8 12 L15 19',
  next: 'M9 5 L16 12 L9 19',
  check: 'M5 13 L10 18 L19 7',
  cross: 'M6 6 L18 18 M18 6 L6 18',
  warn: 'M12 4 L21 20 L3 20 Z M12 10 L12 14 M12 17 L12 17.5',
  wait: 'M12 3 A9 9 0 1 0 21 12 M12 7 L12 12 L15 14',
  again: 'M19 5 L19 10 L14 10 M19 10 A8 8 0 1 0 20 14',
  chart: 'M4 4 L4 20 L20 20 M7 15 L11 10 L14 13 L19 7',
  lock: 'M7 11 L7 8 A5 5 0 0 1 17 8 L17 11 M5 11 L19 11 L19 20 L5 20 Z',
  wifi: 'M3 10 A13 13 0 0 1 21 10 M6.5 14 A8 8 0 0 1 17.5 14 M10 18 A3 3 0 0 1 14 18',
  flag: 'M5 19 A2 2 0 1 0 5.1 19 M9 17 L19 7 M13 6 L19.5 6 L19.5 12.5',
  extension:
    'M9 4 A2.2 2.2 0 0 1 13.4 4 L13.4 6 L19 6 L19 11 L17 11 A2.2 2.2 0 0 0 17 15.4 L19 15.4 L19 20 L4 20 L4 6 L9 6 Z',
  together: 'M8 4 A3 3 0 1 0 8.1 4 M16 4 A3 3 0 1 0 16.1 4 M2 19 A6 6 0 0 1 12 16 A6 6 0 0 1 22 19',
  players: 'M12 3.5 A4 4 0 1 0 12.1 3.5 M4 21 A8 8 0 0 1 20 21',
  settings: 'M4 7 L14 7 M18 7 L20 7 M16 5 A2 2 0 1 0 16.1 5 M4 17 L6 17 M10 17 L20 17 M8 15 A2 2 0 1 0 8.1 15',
  status: 'M12 3 A9 9 0 1 0 12.1 3 M12 11 L12 16.5 M12 7.5 L12 8',
} as const satisfies Record<string, IconPath>;

/** Path data; starts with a move. */
export type IconPath = `M${string}`;
export type IconName = keyof typeof ICON;

const isName = (icon: IconName | IconPath): icon is IconName => icon in ICON;

/** Returns the path data of an icon given by name or as path data. */
export const iconPath = (icon: IconName | IconPath): IconPath => (isName(icon) ? ICON[icon] : icon);
