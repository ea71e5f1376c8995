// The device's screen: a canvas that the painter fills and that accepts touches.

import { useCallback, useRef, useState } from 'preact/hooks';
import { Magnifier } from './magnifier.tsx';
import type { Painter } from './painter.ts';
import type { Hello } from '../connection/protocol.ts';
import { useScreenScale } from './screen-scale.ts';
import { pixelAt, type ScreenView } from './screen-view.ts';

interface ScreenProps {
  readonly painter: Painter;
  readonly size: Hello['screen'];
  readonly view: ScreenView;
  readonly brightness_percent: number;
  readonly live: boolean;
  /** Whether the device has no power. */
  readonly off: boolean;
  readonly touch: (x: number, y: number) => void;
}

/** Lowest brightness, at which a backlight still shows something. */
const DARKEST = 0.35;

type PointerOnCanvas = MouseEvent & { readonly currentTarget: HTMLCanvasElement };

export function Screen({ painter, size, view, brightness_percent, live, off, touch }: ScreenProps) {
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const [pointed, setPointed] = useState<{ x: number; y: number } | null>(null);
  const { width_css_px, crisp } = useScreenScale(stage, size.width, view);
  const attach = useCallback(
    (element: HTMLCanvasElement | null) => {
      canvas.current = element;
      painter.attach(element);
    },
    [painter],
  );
  const pixelOf = (event: PointerOnCanvas): { x: number; y: number } => {
    const box = event.currentTarget.getBoundingClientRect();
    const [right, down] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    return pixelAt(size, view.turn, right, down);
  };
  const sideways = view.turn === 90 || view.turn === 270;
  const height_css_px = (width_css_px * size.height) / size.width;
  return (
    <div class="stage" ref={stage} style={sideways ? { minHeight: `${width_css_px}px`, alignContent: 'center' } : {}}>
      <div
        class="screen-turned"
        style={{
          transform: view.turn === 0 ? '' : `rotate(${view.turn}deg)`,
          margin: sideways ? `0 ${(height_css_px - width_css_px) / 2}px` : '',
        }}
      >
        <canvas
          ref={attach}
          class={crisp ? 'screen screen-crisp' : 'screen'}
          role="img"
          aria-label="Device screen. Its text follows as a list."
          data-testid="screen"
          data-live={live}
          style={{
            width: `${width_css_px}px`,
            aspectRatio: `${size.width} / ${size.height}`,
            filter: `brightness(${DARKEST + (1 - DARKEST) * (brightness_percent / 100)})`,
          }}
          onClick={(event) => {
            const { x, y } = pixelOf(event);
            touch(x, y);
          }}
          onPointerMove={(event) => view.pixels && setPointed(pixelOf(event))}
          onPointerLeave={() => setPointed(null)}
        />
        {view.pixels && <Grid size={size} />}
      </div>
      {view.pixels && pointed && <Magnifier screen={canvas.current} size={size} at={pointed} />}
      {off && (
        <p class="screen-off" data-testid="screen-off">
          Off
        </p>
      )}
    </div>
  );
}

const GRID = 20;
const BOLD = 100;

function Grid({ size: { width, height } }: { readonly size: Hello['screen'] }) {
  const lines = (end: number): number[] => Array.from({ length: Math.floor(end / GRID) }, (_, index) => index * GRID);
  const classOf = (at: number): string => (at % BOLD === 0 ? 'grid-bold' : 'grid-line');
  return (
    <svg class="screen-grid" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {lines(width).map((x) => (
        <line key={`x${x}`} class={classOf(x)} x1={x} y1={0} x2={x} y2={height} />
      ))}
      {lines(height).map((y) => (
        <line key={`y${y}`} class={classOf(y)} x1={0} y1={y} x2={width} y2={y} />
      ))}
    </svg>
  );
}
