// Layout for several devices: all devices side by side, with the cards of the selected one.

import { useState } from 'preact/hooks';
import type { ConnectedDevice } from './connection/connect-device.ts';
import { nameOf, roleText } from './device/device-name.ts';
import { DeviceTile } from './device/device-tile.tsx';
import { JoinButton } from './play/join-button.tsx';
import { Panes } from './panes.tsx';
import type { Moment } from './connection/moment.ts';
import type { PanelState } from './connection/panel.ts';
import type { ScreenView } from './device/screen-view.ts';
import type { Speaker } from './device/speaker.ts';
import { TextLines } from './device/text-lines.tsx';
import { ViewControls } from './device/view-controls.tsx';
import { Tools } from './device/tools.tsx';
import { useHeightVariable } from './common/use-height.ts';

interface SeveralProps {
  readonly devices: readonly ConnectedDevice[];
  readonly selected: ConnectedDevice;
  /** State of the selected device. */
  readonly panel: PanelState;
  readonly speaker: Speaker;
  readonly moment: Moment;
  readonly view: ScreenView;
  readonly setView: (view: ScreenView) => void;
  /** Whether the page shows a past state. */
  readonly past: boolean;
  readonly choose: (place: number) => void;
}

export function Several({ devices, selected, panel, speaker, moment, past, view, setView, choose }: SeveralProps) {
  const [as_text, setAsText] = useState(false);
  const tiles = useHeightVariable<HTMLDivElement>('--devices-height');
  const { index, actions } = selected;
  const number = index + 1;
  const name = nameOf(panel.hello);
  return (
    <main class={`page page-several page-of-${Math.min(devices.length, 4)} ${past ? 'page-past' : ''}`}>
      <p class="visually-hidden" aria-live="polite" data-testid="selected-said">
        {panel.hello !== null && `Device ${number} selected: ${name}, ${roleText(panel.hello.device.role)}`}
      </p>
      <div ref={tiles} class="tiles">
        {devices.map((device, place) => (
          <DeviceTile
            key={device.index}
            device={device}
            selected={device === selected}
            view={view}
            past={past}
            with_text={!(as_text && device === selected)}
            choose={() => choose(place)}
          />
        ))}
      </div>
      <section class="side" aria-label={`Controls of device ${number}`}>
        <div class="side-head">
          <p class="side-title" data-testid="side-title">
            <span class="badge">{number}</span> {name}
          </p>
          <JoinButton {...{ devices, selected, past }} />
          <Tools {...{ speaker, as_text, setAsText }} screenshot={actions.screenshot} history={actions.history} />
        </div>
        <ViewControls {...{ view, setView }} with_size={false} />
        {as_text && <TextLines lines={panel.lines} visible={true} spoken={true} />}
        <Panes {...{ device: selected, devices, panel, moment }} with_pad={false} />
      </section>
    </main>
  );
}
