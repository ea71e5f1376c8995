// Shows the last strokes with their scatter and results, to repeat one; also offers strokes with a known fault.

import type { Actions } from '../connection/actions.ts';
import { emptyText, secondsText } from '../timeline/no-timeline.tsx';
import { RECORDED, type Hello } from '../connection/protocol.ts';
import { StrokesDrawing } from './strokes-drawing.tsx';
import { signedText } from '../common/number-text.ts';
import { speedText } from '../common/speed-units.ts';
import { presetsFor, type ListedStroke } from './strokes.ts';
import type { TimelineEvent } from '../timeline/timeline-event.ts';

interface StrokesCardProps {
  readonly hello: Hello | null;
  readonly events: readonly TimelineEvent[];
  readonly strokes: readonly ListedStroke[];
  readonly strike: Actions['strike'];
  /** Whether striking is disabled: the device is off, or the page shows a past state. */
  readonly idle: boolean;
}

/** Renders nothing with a real sensor, which can't be swung from the panel, or without a recording. */
export function StrokesCard({ hello, events, strokes, strike, idle }: StrokesCardProps) {
  if (hello === null || !hello.timeline) return null;
  const recorded = hello.sensor === RECORDED;
  if (hello.sensor !== 'virtual' && !recorded) return null;
  const over = idle || recorded;
  return (
    <section class="card card-strokes" aria-label="Strokes">
      <div class="card-head">
        <h2>Strokes</h2>
        <div class="card-actions">
          {!recorded &&
            presetsFor(hello.strike_fields, strokes.at(-1)).map(({ name, title, numbers }) => (
              <button
                key={name}
                type="button"
                class="chip"
                title={title}
                disabled={over}
                onClick={() => strike(numbers)}
              >
                {name}
              </button>
            ))}
        </div>
      </div>
      {strokes.length === 0 ? (
        <p class="empty">{emptyText(events, 'No strokes yet.')}</p>
      ) : (
        <div class="strokes">
          <StrokesDrawing strokes={strokes} units={hello.units} />
          <ol class="stroke-list" data-testid="strokes" aria-label="Last strokes, newest first">
            {strokes.toReversed().map(({ number, at_ms, place, numbers, arrived }) => (
              <li key={number}>
                <span class="badge">{place}</span>
                <span class="row-quiet">{secondsText(at_ms)}</span>
                <span>
                  {speedText(numbers.club_speed_mps, hello.units)}, {signedText(numbers.face_angle_deg, 1)}°{' '}
                  {arrived === false && (
                    <span class="row-problem" title="The device did not receive it">
                      ✗ lost
                    </span>
                  )}
                </span>
                <button
                  type="button"
                  class="chip"
                  disabled={over}
                  aria-label={`Repeat stroke ${place}`}
                  onClick={() => strike(numbers)}
                >
                  Repeat
                </button>
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}
