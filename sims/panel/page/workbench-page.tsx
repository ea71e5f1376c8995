// Workbench: the device or devices on one side, the panes of the selected one on the other, and the timeline below; or
// one pane that fills the window.

import type { ConnectedDevice } from './connection/connect-device.ts';
import type { Moment } from './connection/moment.ts';
import type { PanelState } from './connection/panel.ts';
import { Device } from './device/device.tsx';
import type { ScreenView } from './device/screen-view.ts';
import type { Speaker } from './device/speaker.ts';
import { useNarrow, type PaneId } from './pane-choice.ts';
import { OnePane, Panes } from './panes.tsx';
import { Several } from './several.tsx';
import { FramedExtension } from './extension/framed-extension.tsx';
import { useSideways } from './sideways.ts';
import { TimelineDock } from './timeline/timeline-dock.tsx';

interface WorkbenchProps {
  readonly devices: readonly [ConnectedDevice, ...ConnectedDevice[]];
  readonly selected: ConnectedDevice;
  /** State of the selected device. */
  readonly panel: PanelState;
  readonly speaker: Speaker;
  readonly moment: Moment;
  /** Whether the page shows a past state. */
  readonly past: boolean;
  readonly view: ScreenView;
  readonly setView: (view: ScreenView) => void;
  /** Pane that fills this window; null if all are shown. */
  readonly only: PaneId | null;
  /** Whether the page shows an extension for its author, inside another page. */
  readonly framed: boolean;
  readonly choose: (place: number) => void;
}

export function WorkbenchPage({ only, framed, ...props }: WorkbenchProps) {
  const { devices, selected, panel, moment, choose } = props;
  if (framed) return <FramedExtension {...{ device: selected, devices, panel, moment }} view={props.view} />;
  if (only !== null)
    return (
      <main class="page page-pane">
        <div class="side">
          <div class="cards">
            <OnePane id={only} {...{ device: selected, devices, panel, moment }} with_pad={true} />
          </div>
        </div>
      </main>
    );
  return (
    <>
      {devices.length > 1 ? <Several {...props} /> : <Single {...props} />}
      {panel.hello?.timeline && <TimelineDock {...{ devices, selected, moment, choose }} />}
    </>
  );
}

type WorkbenchView = Omit<WorkbenchProps, 'only' | 'framed'>;

function Single({ devices, selected, panel, speaker, moment, past, view, setView }: WorkbenchView) {
  // These layouts show the screen, keys and pad together.
  const pad_with_device = [useSideways(), useNarrow()].includes(true);
  return (
    <main class={past ? 'page page-past' : 'page'}>
      <Device {...{ ...selected, panel, speaker, past, view, setView }} with_pad={pad_with_device} />
      <div class="side">
        <Panes {...{ device: selected, devices, panel, moment }} with_pad={!pad_with_device} />
      </div>
    </main>
  );
}
