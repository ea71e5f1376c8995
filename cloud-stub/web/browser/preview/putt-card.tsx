// Putting controls: a pull on the pad, or numbers. Roll distance and club speed are two names for the same value.

import { useState } from 'preact/hooks';
import { NumberField } from './number-field.tsx';
import type { PreviewPlayer } from './player.ts';
import { PuttPad } from './putt-pad.tsx';
import {
  DISTANCE_FT,
  FACE_DEG,
  feetAt,
  FIRST_PUTT,
  puttText,
  round,
  speedForFeet,
  SPEED_MPS,
  strikeOf,
  type PreviewPutt,
} from './putt.ts';

interface PuttCardProps {
  readonly putt: PreviewPlayer['strike'];
  /** Index of the player who putts; null in single play. */
  readonly player: number | null;
}

export function PuttCard({ putt, player }: PuttCardProps) {
  const [typed, setTyped] = useState<PreviewPutt>(FIRST_PUTT);
  const [last, setLast] = useState<string | null>(null);
  const strike = (struck: PreviewPutt): void => {
    putt(strikeOf(struck));
    setLast(puttText(struck));
  };
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    strike(typed);
  };
  return (
    <section class="preview-card preview-putt">
      <h3>Putt{player === null ? '' : ` for player ${player + 1}`}</h3>
      <PuttPad putt={strike} />
      <form class="preview-fields" aria-label="Putt by numbers" onSubmit={onSubmit}>
        <NumberField
          label="Roll distance, ft"
          range={DISTANCE_FT}
          value={round(feetAt(typed.club_speed_mps), 10)}
          take={(feet) => setTyped({ ...typed, club_speed_mps: speedForFeet(feet) })}
        />
        <NumberField
          label="Club speed, m/s"
          range={SPEED_MPS}
          value={round(typed.club_speed_mps, 100)}
          take={(club_speed_mps) => setTyped({ ...typed, club_speed_mps })}
        />
        <NumberField
          label="Face, ° right"
          range={FACE_DEG}
          value={typed.face_angle_deg}
          take={(face_angle_deg) => setTyped({ ...typed, face_angle_deg })}
        />
        <button type="submit" class="preview-main">
          Putt
        </button>
      </form>
      <p class="preview-quiet" data-testid="last-putt" role="status">
        {last === null ? '' : `Last: ${last}`}
      </p>
    </section>
  );
}
