// Draws the head at the ball from above and from the side, as derived from the gate times.

import type { SwingVerdict } from '../../../../hal/sensor/swing.ts';

type Values = Extract<SwingVerdict, { kind: 'strike' }>['values'];

const SIZE = 150;
const MIDDLE = SIZE / 2;
const HALF_HEAD = 46;
/** Exaggeration of the drawn angles, which are only a few degrees; the text gives the real ones. */
const TIMES = 3;

export function HeadDrawing({ values }: { readonly values: Values }) {
  const { face_angle_deg: face, face_rotation_deg_per_in: rotation, attack_angle_deg: attack } = values;
  return (
    <div class="heads">
      <figure class="head">
        <svg viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={`From above: ${faceWords(face)}`}>
          <line class="head-path" x1={MIDDLE} x2={MIDDLE} y1="8" y2={SIZE - 8} />
          <path class="head-arrow" d={`M${MIDDLE - 5} 16L${MIDDLE} 8L${MIDDLE + 5} 16`} />
          <Face y={112} deg={face - rotation * 2} class_name="head-face head-before" />
          <Face y={72} deg={face} class_name="head-face" />
          <circle class="head-ball" cx={MIDDLE} cy="56" r="11" />
        </svg>
        <figcaption>From above: {faceWords(face)}</figcaption>
      </figure>
      <figure class="head">
        <svg viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={`From the side: ${attackWords(attack)}`}>
          <line class="head-ground" x1="8" x2={SIZE - 8} y1="106" y2="106" />
          <circle class="head-ball" cx="96" cy="95" r="11" />
          {attack !== null && (
            <g transform={`rotate(${-attack * TIMES} 84 95)`}>
              <line class="head-path" x1="14" x2={SIZE - 8} y1="95" y2="95" />
              <path class="head-arrow" d={`M${SIZE - 16} 90L${SIZE - 8} 95L${SIZE - 16} 100`} />
              <rect class="head-side" x="70" y="84" width="14" height="20" rx="3" />
            </g>
          )}
        </svg>
        <figcaption>From the side: {attackWords(attack)}</figcaption>
      </figure>
      <p class="head-note">Angles are enlarged {TIMES} times.</p>
    </div>
  );
}

/** Draws the face; open to the right is clockwise from above. */
function Face({ y, deg, class_name }: { readonly y: number; readonly deg: number; readonly class_name: string }) {
  return (
    <line
      class={class_name}
      x1={MIDDLE - HALF_HEAD}
      x2={MIDDLE + HALF_HEAD}
      y1={y}
      y2={y}
      transform={`rotate(${deg * TIMES} ${MIDDLE} ${y})`}
    />
  );
}

const faceWords = (deg: number): string =>
  Math.abs(deg) < 0.05 ? 'square' : `${Math.abs(deg).toFixed(1)}° ${deg > 0 ? 'open' : 'closed'}`;

const attackWords = (deg: number | null): string =>
  deg === null
    ? 'not measured'
    : Math.abs(deg) < 0.05
      ? 'level'
      : `${Math.abs(deg).toFixed(1)}° ${deg > 0 ? 'up' : 'down'}`;
