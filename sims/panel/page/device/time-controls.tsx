// Controls for the time of all devices, if its pace can be changed: pause, step and speed.

import type { ComponentChildren } from 'preact';
import type { Actions } from '../connection/actions.ts';
import type { Time } from '../connection/protocol.ts';

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 50, 100, 'max'] as const;
const STEP_MS = 1000;

const speedText = (speed: Time['speed']): string => (speed === 'max' ? 'maximum' : `${speed} ×`);

interface TimeControlsProps {
  readonly time: Time;
  readonly change: Actions['time'];
  readonly children?: ComponentChildren;
}

export function TimeControls({ time: { paused, speed }, change, children }: TimeControlsProps) {
  const own = SPEEDS.some((each) => each === speed) ? [] : [speed];
  return (
    <div class="time" role="group" aria-label="Time">
      <button
        type="button"
        aria-pressed={paused}
        data-testid="time-pause"
        onClick={() => change({ paused: !paused }, paused ? 'Time resumed.' : 'Time paused.')}
      >
        Pause
      </button>
      <button
        type="button"
        data-testid="time-step"
        title="Advance to the next event"
        onClick={() => change({ paused: true, step: 'event' }, 'Advanced by one event.')}
      >
        Step
      </button>
      <button
        type="button"
        data-testid="time-second"
        onClick={() => change({ paused: true, advance_ms: STEP_MS }, 'Advanced by 1 s.')}
      >
        +1 s
      </button>
      <select
        aria-label="Speed of time"
        data-testid="time-speed"
        value={String(speed)}
        onChange={({ currentTarget: { value } }) => {
          const wanted = value === 'max' ? value : Number(value);
          change(
            { speed: wanted },
            wanted === 'max' ? 'Time runs at maximum speed.' : `Time runs at ${speedText(wanted)}.`,
          );
        }}
      >
        {[...own, ...SPEEDS].map((each) => (
          <option value={String(each)}>{speedText(each)}</option>
        ))}
      </select>
      {children}
    </div>
  );
}
