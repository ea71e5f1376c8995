// What is behind a device, pane by pane: those that are open beside it, on a narrow page one at a time, or one in a window of its own.

import type { ComponentType } from 'preact';
import type { ConnectedDevice } from './connect-device.ts';
import { LogCard } from './log-card.tsx';
import { MachinesPane } from './machines-pane.tsx';
import { NetworkPane } from './network-pane.tsx';
import { afterToggle, PANE_IDS, useNarrow, usePaneChoice, type PaneId } from './pane-choice.ts';
import type { PaneProps } from './pane-props.ts';
import { PlayPane } from './play-pane.tsx';
import { SensorPane } from './sensor-pane.tsx';
import { StoragePane } from './storage-pane.tsx';

const PANES: Readonly<Record<PaneId, { readonly label: string; readonly Pane: ComponentType<PaneProps> }>> = {
  play: { label: 'Play', Pane: PlayPane },
  sensor: { label: 'Sensor', Pane: SensorPane },
  machines: { label: 'Machines', Pane: MachinesPane },
  network: { label: 'Network', Pane: NetworkPane },
  storage: { label: 'Storage', Pane: StoragePane },
  // With another device it starts over, at its end.
  log: { label: 'Log', Pane: ({ panel, device }) => <LogCard key={device.index} log={panel.log} /> },
};

export function Panes(props: PaneProps) {
  const narrow = useNarrow();
  const [choice, choose] = usePaneChoice();
  const shown = narrow ? [choice.last] : choice.open;
  return (
    <>
      <div class="panes" role="group" aria-label="Panes">
        {PANE_IDS.map((id) => (
          <div key={id} class="pane-choice">
            <button
              type="button"
              aria-pressed={shown.includes(id)}
              data-testid={`pane-${id}`}
              onClick={() => choose(narrow ? { ...choice, last: id } : afterToggle(choice, id))}
            >
              {PANES[id].label}
            </button>
            {!narrow && shown.includes(id) && <OwnWindow id={id} device={props.device} />}
          </div>
        ))}
      </div>
      <div class="cards">
        {shown.map((id) => (
          <OnePane key={id} id={id} {...props} />
        ))}
      </div>
      {shown.length === 0 && <p class="empty">No pane is open.</p>}
    </>
  );
}

/** A pane that has the window to itself. */
export function OnePane({ id, ...props }: PaneProps & { readonly id: PaneId }) {
  const { Pane } = PANES[id];
  return <Pane {...props} />;
}

function OwnWindow({ id, device }: { readonly id: PaneId; readonly device: ConnectedDevice }) {
  const { label } = PANES[id];
  const open = (): void => {
    const address = new URL(location.href);
    address.searchParams.set('pane', id);
    address.searchParams.set('device', String(device.index));
    globalThis.open(address, `tapin-${id}-${device.index}`, 'popup,width=760,height=900');
  };
  return (
    <button
      type="button"
      class="pane-window"
      aria-label={`${label} in its own window`}
      title="In its own window"
      onClick={open}
    >
      ↗
    </button>
  );
}
