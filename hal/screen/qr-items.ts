// A QR code as items that every painter draws: a white square and the dark modules as a path.

import { qrCode } from '#qr';
import type { DisplayItem, DisplayList } from './screen.ts';

/** Returns the items of a code: its modules have the largest whole number of pixels that fits. */
export function qrItems({ x, y, side, text }: DisplayItem & { kind: 'qr' }): DisplayList {
  const { d, modules } = qrCode(text);
  const scale = Math.floor(side / modules);
  const inset = Math.floor((side - modules * scale) / 2);
  return [
    { kind: 'rect', x, y, w: side, h: side, radius: 8, fill: '#ffffff' },
    { kind: 'path', d, x: x + inset, y: y + inset, scale, fill: '#000000' },
  ];
}
