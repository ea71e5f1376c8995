// Switches of a virtual board: its power, its network and cloud connections, and its clock error.

import type { Actions } from '../connection/actions.ts';
import type { Switches as SwitchesState } from '../connection/protocol.ts';

interface SwitchesProps {
  readonly switches: SwitchesState;
  readonly actions: Actions;
}

export function Switches({ switches: { power, network, cloud, clock_wrong_by_s }, actions }: SwitchesProps) {
  if (power === null) return null;
  const on = power === 'on';
  const [joined, reached] = [network === 'joined', cloud === 'reached'];
  return (
    <div class="switches" role="group" aria-label="Power and network">
      <Switch
        id="power"
        label="Power"
        on={on}
        title={on ? 'Switch off after pending writes' : 'Switch on'}
        turn={() => actions.power(on ? 'off' : 'on')}
      />
      <button
        type="button"
        disabled={!on}
        data-testid="power-reset"
        title="Switch off and on"
        onClick={() => actions.power('reset')}
      >
        Reset
      </button>
      <button
        type="button"
        disabled={!on}
        data-testid="power-cut"
        title="Pull the plug, even during a write"
        onClick={() => actions.power('cut')}
      >
        Cut power
      </button>
      {network !== null && (
        <Switch
          id="network"
          label="Network"
          on={joined}
          title="Connect the device to the network"
          turn={() => actions.network(!joined)}
        />
      )}
      {cloud !== null && (
        <Switch
          id="cloud"
          label="Cloud"
          on={reached}
          title="Connect the device to relay and store"
          turn={() => actions.cloud(!reached)}
        />
      )}
      {clock_wrong_by_s !== null && <ClockChoice wrong_by_s={clock_wrong_by_s} set={actions.clock} />}
    </div>
  );
}

interface SwitchProps {
  readonly id: string;
  readonly label: string;
  readonly on: boolean;
  readonly title: string;
  readonly turn: () => void;
}

function Switch({ id, label, on, title, turn }: SwitchProps) {
  return (
    <button type="button" aria-pressed={on} data-testid={id} title={title} onClick={turn}>
      {label}
    </button>
  );
}

/** Offered clock errors. The cloud accepts signed requests up to 300 s off its own time. */
const WRONG_BY_S: readonly (readonly [seconds: number, label: string])[] = [
  [0, 'Clock correct'],
  [600, 'Clock 10 min fast'],
  [-600, 'Clock 10 min slow'],
  [-86_400 * 365, 'Clock 1 year slow'],
];

function ClockChoice({ wrong_by_s, set }: { readonly wrong_by_s: number; readonly set: (wrong_by_s: number) => void }) {
  const is_other = !WRONG_BY_S.some(([seconds]) => seconds === wrong_by_s);
  return (
    <select
      aria-label="Device clock"
      data-testid="clock"
      value={String(wrong_by_s)}
      onChange={({ currentTarget: { value } }) => set(Number(value))}
    >
      {is_other && <option value={String(wrong_by_s)}>Clock off by {wrong_by_s} s</option>}
      {WRONG_BY_S.map(([seconds, label]) => (
        <option key={seconds} value={String(seconds)}>
          {label}
        </option>
      ))}
    </select>
  );
}
