// Draws the strike pad: a mat with a hole and a ball, and during a pull the putter behind the ball.

import type { RollScale, StrikeField } from '../connection/protocol.ts';
import { PULL_MAX, rollText, strikeOf, wantedPull } from './pull.ts';
import { strikesAfter_s } from '../../../putter/putter.ts';
import type { PadStrike } from './pull.ts';

export const PAD_WIDTH = 260;
export const PAD_HEIGHT = 220;

export const BALL_X = 130;
export const BALL_Y = 64;
const HOLE_Y = 18;
const RULER = [0.25, 0.5, 0.75, 1];

interface PadDrawingProps {
  /** Strike that the pull would give; null without a valid pull. */
  readonly strike: PadStrike | null;
  /** Strike in progress. */
  readonly swing: PadStrike | null;
  readonly fields: readonly StrikeField[];
  readonly roll: RollScale | null;
}

export function PadDrawing({ strike, swing, fields, roll }: PadDrawingProps) {
  const labelAt = (share: number): string => {
    const reached = roll && strikeOf({ right: 0, down: share * PULL_MAX }, fields);
    return reached ? rollText(reached.club_speed_mps, roll) : `${share * 100} %`;
  };
  const wanted = wantedPull(roll);
  return (
    <>
      <Mat />
      {RULER.map((share) => (
        <g key={share}>
          <line class="mat-tick" x1="16" x2={share === 1 ? 34 : 28} y1={tickY(share)} y2={tickY(share)} />
          <text class="mat-text" x="40" y={tickY(share) + 3.5}>
            {labelAt(share)}
          </text>
        </g>
      ))}
      {wanted !== null && <Wanted {...wanted} />}
      {strike !== null ? <Drawn strike={strike} /> : swing !== null ? <Swing strike={swing} /> : <Rest />}
    </>
  );
}

function Wanted({ length, text }: NonNullable<ReturnType<typeof wantedPull>>) {
  const y = BALL_Y + length;
  return (
    <g class="mat-wanted">
      <line x1={PAD_WIDTH - 34} x2={PAD_WIDTH - 16} y1={y} y2={y} />
      <text class="mat-text" x={PAD_WIDTH - 38} y={y + 3.5} text-anchor="end">
        {text}
      </text>
    </g>
  );
}

/** Draws the mat with hole and ball. */
export function Mat() {
  return (
    <>
      <rect class="mat" width={PAD_WIDTH} height={PAD_HEIGHT} rx="14" />
      <line class="mat-line" x1={BALL_X} y1={HOLE_Y + 8} x2={BALL_X} y2={BALL_Y - 12} />
      <ellipse class="mat-hole" cx={BALL_X} cy={HOLE_Y} rx="12" ry="5.5" />
      <circle class="ball-shadow" cx={BALL_X + 1.5} cy={BALL_Y + 3} r="9.5" />
      <circle class="ball" cx={BALL_X} cy={BALL_Y} r="9" />
      <circle class="ball-shine" cx={BALL_X - 2.5} cy={BALL_Y - 3} r="3.2" />
    </>
  );
}

const tickY = (share: number): number => BALL_Y + share * PULL_MAX;

/** Draws the putter behind the ball, and the direction to pull. */
function Rest() {
  return (
    <g transform={`translate(${BALL_X} ${BALL_Y})`}>
      <path class="pull-hint" d="M0 34 V86 M-7 79 L0 87 L7 79" />
      <rect class="putter" x="-23" y="14" width="46" height="9" rx="3" />
    </g>
  );
}

/** Draws the putter pulled back and rotated as by the pull, and the ball's starting line. */
function Drawn({ strike }: { readonly strike: PadStrike }) {
  return (
    <g transform={`translate(${BALL_X} ${BALL_Y}) rotate(${strike.face_angle_deg})`}>
      <path class="aim" d="M0 -14 V-52 M-6 -45 L0 -53 L6 -45" />
      <line class="pull-line" x1="0" y1="12" x2="0" y2={strike.length} />
      <rect class="putter" x="-23" y={strike.length - 2} width="46" height="9" rx="3" />
    </g>
  );
}

/** Animates the putter so that it reaches the ball exactly when the strike happens. */
function Swing({ strike }: { readonly strike: PadStrike }) {
  const style = {
    '--pulled': `${strike.length - 2}px`,
    animationDuration: `${strikesAfter_s(strike.club_speed_mps)}s`,
  };
  return (
    <g transform={`translate(${BALL_X} ${BALL_Y}) rotate(${strike.face_angle_deg})`}>
      <rect class="putter putter-swing" style={style} x="-23" y="0" width="46" height="9" rx="3" />
    </g>
  );
}
