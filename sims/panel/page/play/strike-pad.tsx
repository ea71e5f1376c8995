// Strike pad: pull back from the ball and release, or swing through it. A pull may start anywhere on the pad, because a
// thumb would hide the ball.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Actions } from '../connection/actions.ts';
import { asPersonSwings } from './human.ts';
import { usePadChoice } from './pad-choice.ts';
import { PadDrawing, PAD_HEIGHT, PAD_WIDTH } from './pad-drawing.tsx';
import type { RollScale, StrikeField, Units } from '../connection/protocol.ts';
import { faceText, rollText, strikeOf } from './pull.ts';
import { strikesAfter_s } from '../../../putter/putter.ts';
import type { PadStrike, Pull } from './pull.ts';
import { speedText } from '../common/speed-units.ts';
import { SwingPad } from './swing-pad.tsx';

interface StrikePadProps {
  readonly fields: readonly StrikeField[];
  readonly strike: Actions['strike'];
  /** Roll of the putt that is due. */
  readonly roll: RollScale | null;
  readonly units: Units;
}

interface Drag {
  readonly pointer: number;
  readonly from: Pull;
  readonly pull: Pull;
}

type PadEvent = PointerEvent & { readonly currentTarget: SVGSVGElement };

export function StrikePad({ fields, strike, roll, units }: StrikePadProps) {
  const [{ way, human }] = usePadChoice();
  const swung = (numbers: Readonly<Record<string, number>>): void => strike(human ? asPersonSwings(numbers) : numbers);
  return way === 'swing' ? (
    <SwingPad {...{ fields, roll, units }} strike={swung} />
  ) : (
    <PullPad {...{ fields, roll, units }} strike={swung} />
  );
}

function PullPad({ fields, strike, roll, units }: StrikePadProps) {
  const [swing, setSwing] = useSwing();
  const [drag, setDrag] = useState<Drag | null>(null);
  const cancel = (): void => setDrag(null);
  useEscape(drag !== null, cancel);
  const ready = drag === null ? null : strikeOf(drag.pull, fields);

  const onPointerDown = (event: PadEvent): void => {
    if (event.button !== 0 || drag !== null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setSwing(null);
    setDrag({ pointer: event.pointerId, from: placeOf(event), pull: { right: 0, down: 0 } });
  };
  const moved = (event: PadEvent): Drag | null => {
    if (drag === null || event.pointerId !== drag.pointer) return null;
    const now = placeOf(event);
    return { ...drag, pull: { right: now.right - drag.from.right, down: now.down - drag.from.down } };
  };
  const onPointerMove = (event: PadEvent): void => {
    const next = moved(event);
    if (next !== null) setDrag(next);
  };
  const onPointerUp = (event: PadEvent): void => {
    const last = moved(event);
    if (last === null) return;
    setDrag(null);
    const released = strikeOf(last.pull, fields);
    if (released === null) return;
    const { club_speed_mps, face_angle_deg } = released;
    strike({ club_speed_mps, face_angle_deg });
    setSwing(released);
  };
  return (
    <div class="pad-side">
      <svg
        class={drag === null ? 'pad' : 'pad pad-held'}
        viewBox={`0 0 ${PAD_WIDTH} ${PAD_HEIGHT}`}
        role="img"
        aria-label="Strike pad: drag back from the ball and release. With a keyboard, use the exact numbers."
        data-testid="pad"
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={cancel}
        onContextMenu={(event) => event.preventDefault()}
      >
        <PadDrawing strike={ready} swing={swing} {...{ fields, roll }} />
      </svg>
      <p class="pad-numbers" data-testid="pad-numbers">
        {ready !== null ? (
          <>
            <span>{speedText(ready.club_speed_mps, units)}</span>
            {roll !== null && <span>{rollText(ready.club_speed_mps, roll)}</span>}
            <span>
              <span class="pad-word">face </span>
              {faceText(ready.face_angle_deg, roll?.hand ?? 'right')}
            </span>
          </>
        ) : (
          <span>{drag === null ? 'Drag back from the ball' : 'Pull further, or let go to cancel'}</span>
        )}
      </p>
    </div>
  );
}

/** Keeps the strike while its putter is still moving to the ball. */
function useSwing() {
  const [swing, setSwing] = useState<PadStrike | null>(null);
  useEffect(() => {
    if (swing === null) return undefined;
    const timer = setTimeout(() => setSwing(null), strikesAfter_s(swing.club_speed_mps) * 1000);
    return () => clearTimeout(timer);
  }, [swing]);
  return [swing, setSwing] as const;
}

/** Returns the pointer's position in the drawing's units. */
function placeOf(event: PadEvent): Pull {
  const scale = PAD_WIDTH / event.currentTarget.getBoundingClientRect().width;
  return { right: event.clientX * scale, down: event.clientY * scale };
}

/** Handles Escape while active, before the device's Back key receives it. */
function useEscape(active: boolean, then: () => void): void {
  const latest = useRef(then);
  latest.current = then;
  // Before the next event: an effect after the frame could miss a key.
  useLayoutEffect(() => {
    if (!active) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      latest.current();
    };
    globalThis.addEventListener('keydown', onKeyDown, true);
    return () => globalThis.removeEventListener('keydown', onKeyDown, true);
  }, [active]);
}
