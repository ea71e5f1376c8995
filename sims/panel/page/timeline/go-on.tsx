// Restarts a device from a past state, with what the selected device had stored then.

import { useState } from 'preact/hooks';
import type { ConnectedDevice } from '../connection/connect-device.ts';
import { nameOf } from '../device/device-name.ts';

interface GoOnProps {
  readonly devices: readonly ConnectedDevice[];
  readonly selected: ConnectedDevice;
  /** Time shown; null for the present. */
  readonly moment_ms: number | null;
  readonly toPresent: () => void;
  readonly choose: (place: number) => void;
}

export function GoOn({ devices, selected, moment_ms, toPresent, choose }: GoOnProps) {
  const [other, setOther] = useState<number | null>(null);
  const chosen = other ?? devices.indexOf(selected);
  const goOn = async (): Promise<void> => {
    const memory = await selected.actions.readMemory(moment_ms);
    if (memory === null) return;
    toPresent();
    choose(chosen);
    const target = devices[chosen];
    if (
      !target ||
      !(await target.actions.putMemory(memory, 'The device has restarted with the records of that moment.'))
    )
      return;
    if (target.store.get().switches.power === 'off') target.actions.power('on');
  };
  return (
    <div class="dock-controls" role="group" aria-label="Resume from this moment">
      <button
        type="button"
        disabled={moment_ms === null}
        data-testid="go-on"
        title="Restart the device with the records of this moment; its identity stays"
        onClick={() => void goOn()}
      >
        Resume here
      </button>
      {devices.length > 1 && (
        <select
          aria-label="Device to restart"
          value={String(chosen)}
          onChange={(event) => setOther(Number(event.currentTarget.value))}
        >
          {devices.map(({ index, store }, place) => (
            <option key={index} value={String(place)}>
              as {index + 1}: {nameOf(store.get().hello)}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
