// Magnifier: enlarges the device's pixels around a point enough to count them, with its coordinates and colour as text.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ScreenSize } from './screen-view.ts';

interface MagnifierProps {
  readonly screen: HTMLCanvasElement | null;
  readonly size: ScreenSize;
  readonly at: { readonly x: number; readonly y: number };
}

/** Width of the shown area in device pixels, with the point in the middle. */
const PIXELS = 17;
const TIMES = 8;
const SIDE = PIXELS * TIMES;

export function Magnifier({ screen, size, at }: MagnifierProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [color, setColor] = useState('');
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d', { alpha: false, willReadFrequently: true });
    if (!context || screen === null) return;
    const half = (PIXELS - 1) / 2;
    context.imageSmoothingEnabled = false;
    context.fillRect(0, 0, SIDE, SIDE);
    context.drawImage(screen, at.x - half, at.y - half, PIXELS, PIXELS, 0, 0, SIDE, SIDE);
    const middle = half * TIMES;
    setColor(hexOf(context.getImageData(middle + TIMES / 2, middle + TIMES / 2, 1, 1).data));
    context.strokeStyle = '#ffbf40';
    context.strokeRect(middle + 0.5, middle + 0.5, TIMES - 1, TIMES - 1);
  });
  // Placed on the side away from the pointer.
  const side = at.x < size.width / 2 ? 'magnifier magnifier-right' : 'magnifier';
  return (
    <div class={side} data-testid="magnifier">
      <canvas ref={canvas} width={SIDE} height={SIDE} aria-hidden="true" />
      <p>
        {at.x}, {at.y} <code>{color}</code>
      </p>
    </div>
  );
}

const hexOf = (pixel: Uint8ClampedArray): string =>
  `#${[...pixel.subarray(0, 3)].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
