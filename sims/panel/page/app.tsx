// Root of the page: the device or devices on one side, the panes of the selected one on the other.

import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { Bar, BarActions } from './bar.tsx';
import type { ConnectedDevice } from './connection/connect-device.ts';
import { Device } from './device/device.tsx';
import { nameOf } from './device/device-name.ts';
import { useNarrow, type PaneId } from './pane-choice.ts';
import { useMoment, type Moment } from './connection/moment.ts';
import { OnePane, Panes } from './panes.tsx';
import { useScreenView } from './device/screen-view.ts';
import type { Selection } from './connection/selection.ts';
import { Several } from './several.tsx';
import type { Speaker } from './device/speaker.ts';
import { useSideways } from './sideways.ts';
import { usePanel } from './connection/store.ts';
import { TimelineDock } from './timeline/timeline-dock.tsx';
import { PlayPage } from './table/play-page.tsx';
import { useWorkbench } from './table/workbench.ts';

interface AppProps {
  /** Devices, at least one. */
  readonly devices: readonly [ConnectedDevice, ...ConnectedDevice[]];
  readonly selection: Selection;
  readonly speaker: Speaker;
  readonly moment: Moment;
  /** Pane that fills this window; null if all are shown. */
  readonly only: PaneId | null;
}

export function App({ devices, selection, speaker, moment, only }: AppProps) {
  const [first] = devices;
  const selected = devices[useSelected(selection)] ?? first;
  const panel = usePanel(selected.store);
  // These layouts show the screen, keys and pad together.
  const pad_with_device = [useSideways(), useNarrow()].includes(true);
  const [view, setView] = useScreenView();
  const moment_ms = useMoment(moment);
  const past = moment_ms !== null;
  const name = nameOf(panel.hello);
  const { problem } = panel.past;
  const [workbench, setWorkbench] = useWorkbench(panel);
  const playing = only === null && !workbench;
  const toggle = (): void => {
    if (workbench && past) moment.show(null);
    setWorkbench(!workbench);
  };
  useEffect(() => {
    // If a past state can't be shown, return to the present, unless the user has requested another one in the meantime.
    if (problem === null || moment.get() !== problem.at_ms) return;
    moment.show(null);
    selected.store.change((now) => ({ ...now, notice: { kind: 'error', text: problem.message } }));
  }, [problem?.at_ms]);
  useEffect(() => {
    // The notice of a recent action does not belong to the past.
    if (past) selected.store.change((now) => (now.notice?.kind === 'info' ? { ...now, notice: null } : now));
  }, [past]);
  useEffect(() => {
    if (name !== '') document.title = `tapin — ${name}`;
  }, [name]);
  return (
    <>
      <Bar {...{ panel, selected, moment, moment_ms, playing }}>
        {only === null && <BarActions {...{ panel, workbench, toggle }} />}
      </Bar>
      {only !== null ? (
        <main class="page page-pane">
          <div class="side">
            <div class="cards">
              <OnePane id={only} {...{ device: selected, devices, panel, moment }} with_pad={true} />
            </div>
          </div>
        </main>
      ) : playing ? (
        <PlayPage {...{ devices, selected, panel, speaker, view }} choose={selection.choose} />
      ) : devices.length > 1 ? (
        <Several {...{ devices, selected, panel, speaker, moment, past, view, setView }} choose={selection.choose} />
      ) : (
        <main class={past ? 'page page-past' : 'page'}>
          <Device {...{ ...selected, panel, speaker, past, view, setView }} with_pad={pad_with_device} />
          <div class="side">
            <Panes {...{ device: selected, devices, panel, moment }} with_pad={!pad_with_device} />
          </div>
        </main>
      )}
      {only === null && workbench && panel.hello?.timeline && (
        <TimelineDock {...{ devices, selected, moment }} choose={selection.choose} />
      )}
    </>
  );
}

function useSelected(selection: Selection): number {
  const [selected, setSelected] = useState(selection.get());
  useLayoutEffect(() => selection.subscribe(() => setSelected(selection.get())), [selection]);
  return selected;
}
