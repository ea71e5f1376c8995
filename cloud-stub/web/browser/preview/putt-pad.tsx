// Putting pad: pull back from the ball and release. The drag may start anywhere on the pad, since a thumb would hide
// the ball.

import { useState } from 'preact/hooks';
import { MARKS_FT, PULL_MAX, pullForFeet, puttOfPull, puttText, type Pull, type PreviewPutt } from './putt.ts';

interface Drag {
  readonly pointer: number;
  readonly from: Pull;
  readonly pull: Pull;
}

type PadEvent = PointerEvent & { readonly currentTarget: SVGSVGElement };

const [WIDTH, HEIGHT, BALL_X, BALL_Y] = [300, 190, 150, 44];
const NO_PULL: Pull = { right: 0, down: 0 };

export function PuttPad({ putt }: { readonly putt: (putt: PreviewPutt) => void }) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const ready = drag && puttOfPull(drag.pull);
  const onPointerDown = (event: PadEvent): void => {
    if (event.button !== 0 || drag) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ pointer: event.pointerId, from: placeOf(event), pull: NO_PULL });
  };
  const pulled = (event: PadEvent): Drag | null => {
    if (!drag || event.pointerId !== drag.pointer) return null;
    const now = placeOf(event);
    return { ...drag, pull: { right: now.right - drag.from.right, down: now.down - drag.from.down } };
  };
  const onPointerMove = (event: PadEvent): void => {
    const next = pulled(event);
    if (next) setDrag(next);
  };
  const onPointerUp = (event: PadEvent): void => {
    const last = pulled(event);
    if (!last) return;
    setDrag(null);
    const struck = puttOfPull(last.pull);
    if (struck) putt(struck);
  };
  return (
    <div class="preview-pad-side">
      <svg
        class="preview-pad"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label="Putting pad: drag back from the ball and release. With a keyboard, use the number fields below."
        data-testid="pad"
        {...{ onPointerDown, onPointerMove, onPointerUp }}
        onPointerCancel={() => setDrag(null)}
        onContextMenu={(event) => event.preventDefault()}
      >
        <Mat pull={drag?.pull ?? null} />
      </svg>
      <p class="preview-quiet" data-testid="pull">
        {ready ? puttText(ready) : drag ? 'Pull further, or release to cancel' : 'Drag back from the ball'}
      </p>
    </div>
  );
}

/** Draws a hole, a ball, and the putter behind it, pulled back by the current pull. */
function Mat({ pull }: { readonly pull: Pull | null }) {
  const length = pull ? Math.min(PULL_MAX, Math.hypot(pull.right, Math.max(0, pull.down))) : 0;
  const angle = pull && pull.down > 0 ? (Math.atan2(-pull.right, pull.down) * 180) / Math.PI : 0;
  return (
    <>
      <rect class="preview-mat" width={WIDTH} height={HEIGHT} rx="12" />
      {MARKS_FT.map((feet) => (
        <g key={feet} transform={`translate(16 ${BALL_Y + pullForFeet(feet)})`}>
          <line class="preview-tick" x2="12" />
          <text class="preview-mat-text" x="18" y="4">
            {feet} ft
          </text>
        </g>
      ))}
      <ellipse class="preview-hole" cx={BALL_X} cy="14" rx="13" ry="5" />
      <g transform={`translate(${BALL_X} ${BALL_Y}) rotate(${angle})`}>
        <line class="preview-aim" x1="0" y1="-12" x2="0" y2="-26" />
        <line class="preview-pull" x1="0" y1="11" x2="0" y2={11 + length} />
        <rect class="preview-putter" x="-24" y={11 + length} width="48" height="8" rx="3" />
      </g>
      <circle class="preview-ball" cx={BALL_X} cy={BALL_Y} r="8" />
    </>
  );
}

/** Returns the pointer position in the units of the drawing. */
function placeOf(event: PadEvent): Pull {
  const scale = WIDTH / event.currentTarget.getBoundingClientRect().width;
  return { right: event.clientX * scale, down: event.clientY * scale };
}
