// Strike pad for a swing by hand: the putter follows the pointer and strikes when it passes through the ball.

import { useRef, useState } from 'preact/hooks';
import { strikeOfSwing, type HandStrike, type HeadPlace } from './hand-swing.ts';
import { BALL_X, BALL_Y, Mat, PAD_HEIGHT, PAD_WIDTH } from './pad-drawing.tsx';
import type { RollScale, StrikeField, Units } from '../connection/protocol.ts';
import { faceText, rollText } from './pull.ts';
import { speedText } from '../common/speed-units.ts';

interface SwingPadProps {
  readonly fields: readonly StrikeField[];
  readonly strike: (numbers: Readonly<Record<string, number>>) => void;
  readonly roll: RollScale | null;
  readonly units: Units;
}

/** Limit on the stored points of the path. */
const POSITIONS_MAX = 400;

type PadEvent = PointerEvent & { readonly currentTarget: SVGSVGElement };

export function SwingPad({ fields, strike, roll, units }: SwingPadProps) {
  const [positions, setPositions] = useState<readonly HeadPlace[]>([]);
  const [struck, setStruck] = useState<HandStrike | null>(null);
  const pointer = useRef<number | null>(null);
  const onPointerDown = (event: PadEvent): void => {
    if (event.button !== 0 || pointer.current !== null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pointer.current = event.pointerId;
    setStruck(null);
    setPositions([placeOf(event, event.currentTarget)]);
  };
  const onPointerMove = (event: PadEvent): void => {
    if (event.pointerId !== pointer.current || struck !== null) return;
    // Browsers coalesce events between two frames, and expose them only on localhost and HTTPS pages.
    const gathered = 'getCoalescedEvents' in event ? event.getCoalescedEvents() : [];
    const news = (gathered.length > 0 ? gathered : [event]).map((each) => placeOf(each, event.currentTarget));
    const next = [...positions, ...news].slice(-POSITIONS_MAX);
    setPositions(next);
    const through = strikeOfSwing(next, fields);
    if (!through) return;
    setStruck(through);
    strike(through);
  };
  const end = (event: PadEvent): void => {
    if (event.pointerId === pointer.current) pointer.current = null;
  };
  const last = positions.at(-1);
  return (
    <div class="pad-side">
      <svg
        class="pad"
        viewBox={`0 0 ${PAD_WIDTH} ${PAD_HEIGHT}`}
        role="img"
        aria-label="Strike pad: swing through the ball. With a keyboard, use the exact numbers."
        data-testid="pad"
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={end}
        onPointerCancel={end}
        onContextMenu={(event) => event.preventDefault()}
      >
        <Mat />
        <g transform={`translate(${BALL_X} ${BALL_Y})`}>
          <polyline class="pull-line" points={positions.map(({ right, down }) => `${right},${down}`).join(' ')} />
          <rect class="putter" x={(last?.right ?? 0) - 23} y={(last?.down ?? 10) + 4} width="46" height="9" rx="3" />
        </g>
      </svg>
      <p class="pad-numbers" data-testid="pad-numbers">
        {struck === null ? (
          <span>Draw back, then swing through the ball</span>
        ) : (
          <>
            <span>{speedText(struck.club_speed_mps, units)}</span>
            {roll !== null && <span>{rollText(struck.club_speed_mps, roll)}</span>}
            <span>{faceText(struck.face_angle_deg, roll?.hand ?? 'right')}</span>
          </>
        )}
      </p>
    </div>
  );
}

function placeOf(event: PointerEvent, pad: SVGSVGElement): HeadPlace {
  const box = pad.getBoundingClientRect();
  const scale = PAD_WIDTH / box.width;
  return {
    at_ms: event.timeStamp,
    right: (event.clientX - box.left) * scale - BALL_X,
    down: (event.clientY - box.top) * scale - BALL_Y,
  };
}
