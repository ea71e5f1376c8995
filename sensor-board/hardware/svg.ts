// Small helpers for drawings in SVG: dark lines on white, readable in print.

export const INK = '#16202a';
export const NET = '#0a5c8f';

export const text = (
  x: number,
  y: number,
  words: string,
  options: { size?: number; anchor?: string; fill?: string } = {},
) =>
  `<text x="${x}" y="${y}" font-size="${options.size ?? 11}" text-anchor="${options.anchor ?? 'start'}" fill="${options.fill ?? INK}">${escape(words)}</text>`;

export const line = (x1: number, y1: number, x2: number, y2: number, width = 1.2): string =>
  `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${INK}" stroke-width="${width}"/>`;

export const box = (x: number, y: number, w: number, h: number, fill = 'none'): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" stroke="${INK}" stroke-width="1.2"/>`;

export const path = (d: string, fill = 'none'): string =>
  `<path d="${d}" fill="${fill}" stroke="${INK}" stroke-width="1.2"/>`;

const escape = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** @param size Width and height with a unit, such as `190mm`; the units of the drawing by default. */
export function svg(
  width: number,
  height: number,
  title: string,
  parts: readonly string[],
  size?: readonly [string, string],
): string {
  const [w, h] = size ?? [String(width), String(height)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${width} ${height}" font-family="Inter, Helvetica, Arial, sans-serif" role="img" aria-label="${escape(title)}">`,
    `<title>${escape(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}
