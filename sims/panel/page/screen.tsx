// The device's screen: a canvas that the painter fills, and that takes touches.

import { useCallback, useRef } from 'preact/hooks';
import type { Painter } from './painter.ts';
import type { Hello } from './protocol.ts';
import { useScreenScale } from './screen-scale.ts';

interface ScreenProps {
  readonly painter: Painter;
  readonly size: Hello['screen'];
  readonly brightness_percent: number;
  readonly live: boolean;
  /** The device has no power. */
  readonly off: boolean;
  readonly touch: (x: number, y: number) => void;
}

/** A backlight at its lowest still shows something. */
const DARKEST = 0.35;

export function Screen({ painter, size, brightness_percent, live, off, touch }: ScreenProps) {
  const stage = useRef<HTMLDivElement>(null);
  const { width_css_px, crisp } = useScreenScale(stage, size.width);
  const attach = useCallback((canvas: HTMLCanvasElement | null) => painter.attach(canvas), [painter]);
  const onClick = (event: MouseEvent & { readonly currentTarget: HTMLCanvasElement }): void => {
    const box = event.currentTarget.getBoundingClientRect();
    touch(
      pixelAt(event.clientX - box.left, box.width, size.width),
      pixelAt(event.clientY - box.top, box.height, size.height),
    );
  };
  return (
    <div class="stage" ref={stage}>
      <canvas
        ref={attach}
        class={crisp ? 'screen screen-crisp' : 'screen'}
        role="img"
        aria-label="Screen of the device. Its text follows as a list."
        data-testid="screen"
        data-live={live}
        style={{
          width: `${width_css_px}px`,
          aspectRatio: `${size.width} / ${size.height}`,
          filter: `brightness(${DARKEST + (1 - DARKEST) * (brightness_percent / 100)})`,
        }}
        onClick={onClick}
      />
      {off && (
        <p class="screen-off" data-testid="screen-off">
          Off
        </p>
      )}
    </div>
  );
}

const pixelAt = (offset: number, length: number, pixels: number): number =>
  Math.min(Math.max(Math.floor((offset / length) * pixels), 0), pixels - 1);
