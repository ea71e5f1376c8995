// Page for playing: the device and its strike pad. With several devices, the selected one is large and the others are
// small; the one on turn becomes the selected one.

import { useEffect } from 'preact/hooks';
import type { ConnectedDevice } from '../connection/connect-device.ts';
import type { PanelState } from '../connection/panel.ts';
import { usePanel } from '../connection/store.ts';
import { nameOf, roleText } from '../device/device-name.ts';
import { isOnTurn } from '../device/on-turn.ts';
import type { ScreenView } from '../device/screen-view.ts';
import type { Speaker } from '../device/speaker.ts';
import { JoinButton } from '../play/join-button.tsx';
import { PlayDevice } from './play-device.tsx';
import { PlaySide } from './play-side.tsx';

interface PlayPageProps {
  readonly devices: readonly ConnectedDevice[];
  readonly selected: ConnectedDevice;
  /** State of the selected device. */
  readonly panel: PanelState;
  readonly speaker: Speaker;
  readonly view: ScreenView;
  readonly choose: (place: number) => void;
}

export function PlayPage({ devices, selected, panel, speaker, view, choose }: PlayPageProps) {
  const several = devices.length > 1;
  if (panel.refusal !== null)
    return (
      <main class="page page-refused" data-testid="refused">
        <p>This page can't reach the device any more.</p>
      </main>
    );
  return (
    <main class={several ? 'page page-play page-table' : 'page page-play'}>
      {several && (
        <div class="table-bar">
          <div class="table-tabs" role="group" aria-label="Devices">
            {devices.map((device, place) => (
              <DeviceTab
                key={device.index}
                device={device}
                selected={device === selected}
                choose={() => choose(place)}
              />
            ))}
          </div>
          <JoinButton {...{ devices, selected }} past={false} />
        </div>
      )}
      {devices.map((device, place) => (
        <PlayDevice
          key={device.index}
          {...{ device, view }}
          selected={device === selected}
          choose={() => choose(place)}
        />
      ))}
      <PlaySide {...{ selected, panel, speaker }} />
    </main>
  );
}

interface DeviceTabProps {
  readonly device: ConnectedDevice;
  readonly selected: boolean;
  readonly choose: () => void;
}

function DeviceTab({ device, selected, choose }: DeviceTabProps) {
  const { hello, lines } = usePanel(device.store);
  const on_turn = isOnTurn(lines);
  useEffect(() => {
    if (on_turn) choose();
  }, [on_turn]);
  const number = device.index + 1;
  return (
    <button
      type="button"
      class={on_turn ? 'table-tab table-tab-turn' : 'table-tab'}
      aria-pressed={selected}
      data-testid={`tab-${device.index}`}
      onClick={choose}
    >
      <span class="badge">{number}</span> <span class="table-tab-name">{nameOf(hello)}</span>{' '}
      {hello !== null && <span class="visually-hidden">{roleText(hello.device.role)}</span>}{' '}
      {on_turn && <span class="table-tab-word">your turn</span>}
    </button>
  );
}
