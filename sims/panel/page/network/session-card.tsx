// Shows the session as a sequence diagram of all devices on the page and their servers.

import { useMemo } from 'preact/hooks';
import type { ConnectedDevice } from '../connection/connect-device.ts';
import { nameOf } from '../device/device-name.ts';
import { useHeld } from '../connection/held-list.ts';
import { secondsText } from '../timeline/no-timeline.tsx';
import { sessionSteps, type SessionStep } from './session-steps.ts';
import { useTimelines } from '../timeline/timeline.ts';
import { useWidth } from '../common/use-width.ts';

const SHOWN_MAX = 24;
const ROW_PX = 22;
/** Limits of a column's width: it fills the available room, but fits its labels. */
const [COLUMN_PX_MIN, COLUMN_PX_MAX] = [96, 190];
const TIME_PX = 76;
const HEAD_PX = 26;

export function SessionCard({ devices }: { readonly devices: readonly ConnectedDevice[] }) {
  useTimelines(devices.map(({ timeline }) => timeline));
  const timelines = devices.map(({ timeline }) => timeline.events());
  const all = useMemo(() => sessionSteps(timelines), timelines);
  const [steps, held, hold] = useHeld(all);
  const shown = steps.slice(-SHOWN_MAX);
  const names = ['Relay and store', ...devices.map(({ store }) => nameOf(store.get().hello))];
  const [frame, room_px] = useWidth();
  const even_px = (room_px - TIME_PX) / names.length;
  const column_px = Math.min(COLUMN_PX_MAX, Math.max(COLUMN_PX_MIN, even_px));
  const columnAt = (place: number): number => TIME_PX + (place + 0.5) * column_px;
  const width = TIME_PX + names.length * column_px;
  const height = HEAD_PX + (shown.length + 1) * ROW_PX;
  return (
    <section class="card card-session" aria-label="Session">
      <div class="card-head">
        <h2>Session</h2>
        <div class="card-actions">
          <button type="button" aria-pressed={held} onClick={() => hold(!held)}>
            Pause
          </button>
        </div>
      </div>
      {shown.length === 0 ? (
        <p class="empty">No requests yet.</p>
      ) : (
        <div ref={frame} class="sequence" tabIndex={0} role="region" aria-label="Sequence diagram">
          <svg
            width={width}
            height={height}
            role="img"
            aria-label={`The last ${shown.length} requests and answers. The requests of each device are listed above.`}
            data-testid="sequence"
          >
            {names.map((name, place) => (
              <g key={place}>
                <text class="sequence-name" x={columnAt(place)} y={14}>
                  {name}
                </text>
                <line class="sequence-life" x1={columnAt(place)} y1={HEAD_PX - 6} x2={columnAt(place)} y2={height} />
              </g>
            ))}
            {shown.map((step, row) => (
              <Step
                key={row}
                step={step}
                y={HEAD_PX + (row + 1) * ROW_PX}
                device_x={columnAt(step.device + 1)}
                server_x={columnAt(0)}
              />
            ))}
          </svg>
        </div>
      )}
    </section>
  );
}

interface StepProps {
  readonly step: SessionStep;
  readonly y: number;
  readonly device_x: number;
  readonly server_x: number;
}

const HEAD_LENGTH_PX = 7;

function Step({ step: { at_ms, to, label, bad }, y, device_x, server_x }: StepProps) {
  const [from_x, to_x] = to === 'server' ? [device_x, server_x] : [server_x, device_x];
  const back = to_x > from_x ? -HEAD_LENGTH_PX : HEAD_LENGTH_PX;
  return (
    <g class={bad ? 'sequence-bad' : ''} data-to={to}>
      <text class="sequence-time" x={4} y={y}>
        {secondsText(at_ms)}
      </text>
      <line class={to === 'server' ? 'sequence-ask' : 'sequence-answer'} x1={from_x} y1={y} x2={to_x} y2={y} />
      <path class="sequence-head" d={`M ${to_x + back} ${y - 4} L ${to_x} ${y} L ${to_x + back} ${y + 4}`} />
      <text class="sequence-label" x={Math.min(from_x, to_x) + 10} y={y - 4}>
        {label}
      </text>
    </g>
  );
}
