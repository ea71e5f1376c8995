// Controls for the time of all devices, if its pace can be changed: pause, step and speed.

import type { ComponentChildren } from 'preact';
import type { Actions } from '../connection/actions.ts';
import type { Time } from '../connection/protocol.ts';

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 50, 100, 'max'] as const;
const STEP_MS = 1000;

const speedText = (speed: Time['speed']): string => (speed === 'max' ? 'as fast as it goes' : `${speed} ×`);

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
        onClick={() => change({ paused: !paused }, paused ? 'Time passes.' : 'Time stands still.')}
      >
        Pause
      </button>
      <button
        type="button"
        data-testid="time-step"
        title="To the next moment at which anything is due"
        onClick={() => change({ paused: true, step: 'event' }, 'One step.')}
      >
        Step
      </button>
      <button
        type="button"
        data-testid="time-second"
        onClick={() => change({ paused: true, advance_ms: STEP_MS }, 'One second has passed.')}
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
            wanted === 'max' ? 'Time passes as fast as it goes.' : `Time passes at ${speedText(wanted)}.`,
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
