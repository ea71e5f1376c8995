// Panes of a device: all open ones next to the device, one at a time on a narrow page, or one in a separate window.

import type { ComponentType } from 'preact';
import { useRef } from 'preact/hooks';
import type { ConnectedDevice } from './connection/connect-device.ts';
import { LogPane } from './log/log-card.tsx';
import { MachinesPane } from './machines/machines-pane.tsx';
import { NetworkPane } from './network/network-pane.tsx';
import { afterToggle, PANE_IDS, useNarrow, usePaneChoice, type PaneId } from './pane-choice.ts';
import type { PaneProps } from './pane-props.ts';
import { PlayPane } from './play/play-pane.tsx';
import { SensorPane } from './sensor/sensor-pane.tsx';
import { StoragePane } from './storage/storage-pane.tsx';

const PANES: Readonly<Record<PaneId, { readonly label: string; readonly Pane: ComponentType<PaneProps> }>> = {
  play: { label: 'Play', Pane: PlayPane },
  sensor: { label: 'Sensor', Pane: SensorPane },
  machines: { label: 'Machines', Pane: MachinesPane },
  network: { label: 'Network', Pane: NetworkPane },
  storage: { label: 'Storage', Pane: StoragePane },
  log: { label: 'Log', Pane: LogPane },
};

export function Panes(props: PaneProps) {
  const narrow = useNarrow();
  const [choice, choose] = usePaneChoice();
  const bar = useRef<HTMLDivElement>(null);
  const shown = narrow ? [choice.last] : choice.open;
  return (
    <>
      <div ref={bar} class="panes" role="group" aria-label="Panes">
        {PANE_IDS.map((id) => (
          <button
            key={id}
            type="button"
            aria-pressed={shown.includes(id)}
            data-testid={`pane-${id}`}
            onClick={() => {
              choose(narrow ? { ...choice, last: id } : afterToggle(choice, id));
              if (narrow) bar.current?.scrollIntoView();
            }}
          >
            {PANES[id].label}
          </button>
        ))}
      </div>
      <div class="cards">
        {shown.map((id, place) => (
          <section
            key={id}
            // If there is room for two columns, the second half of the panes goes into the second column.
            class={place === Math.ceil(shown.length / 2) ? 'pane pane-second' : 'pane'}
            aria-label={`${PANES[id].label} pane`}
          >
            <div class="pane-head">
              <p class="pane-title">{PANES[id].label}</p>
              {props.device.is_shared && <OwnWindow id={id} device={props.device} />}
              <button
                type="button"
                aria-label={`Close ${PANES[id].label}`}
                title="Close"
                onClick={() => choose(afterToggle(choice, id))}
              >
                ×
              </button>
            </div>
            <OnePane id={id} {...props} />
          </section>
        ))}
      </div>
      {shown.length === 0 && <p class="empty">No pane is open.</p>}
    </>
  );
}

/** Renders the content of one pane. */
export function OnePane({ id, ...props }: PaneProps & { readonly id: PaneId }) {
  const { Pane } = PANES[id];
  return (
    <div class="pane-cards">
      <Pane {...props} />
    </div>
  );
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
    <button type="button" aria-label={`Open ${label} in its own window`} title="Open in its own window" onClick={open}>
      ↗
    </button>
  );
}
