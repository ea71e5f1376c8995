// Names colours for players who can't see them.

const HUES: readonly (readonly [number, string])[] = [
  [15, 'red'],
  [45, 'orange'],
  [70, 'yellow'],
  [165, 'green'],
  [200, 'cyan'],
  [255, 'blue'],
  [290, 'purple'],
  [340, 'pink'],
  [360, 'red'],
];

/** All names that a hex colour can have. */
export const COLOR_NAMES: readonly string[] = [...new Set([...HUES.map(([, name]) => name), 'black', 'white', 'grey'])];

/** Returns the name of '#rgb', '#rrggbb' or '#rrggbbaa'; any other notation is returned unchanged. */
export function colorName(color: string): string {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(color)?.[1];
  if (digits === undefined) return color;
  const wide = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(wide.slice(at, at + 2), 16));
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  if (most < 32) return 'black';
  if (range < most * 0.15) return most > 200 ? 'white' : 'grey';
  const hue = hueOf(red, green, blue, most, range);
  return HUES.find(([end]) => hue <= end)?.[1] ?? 'red';
}

function hueOf(red: number, green: number, blue: number, most: number, range: number): number {
  if (most === red) return (((green - blue) / range + 6) % 6) * 60;
  if (most === green) return ((blue - red) / range + 2) * 60;
  return ((red - green) / range + 4) * 60;
}
