// Root of the page: the device or devices on one side, the panes of the selected one on the other.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { Bar, BarActions } from './bar.tsx';
import type { ConnectedDevice } from './connection/connect-device.ts';
import { nameOf } from './device/device-name.ts';
import type { PaneId } from './pane-choice.ts';
import { useMoment, type Moment } from './connection/moment.ts';
import { useScreenView } from './device/screen-view.ts';
import type { Selection } from './connection/selection.ts';
import type { Speaker } from './device/speaker.ts';
import { useLoaded } from './common/use-loaded.ts';
import { usePanel } from './connection/store.ts';
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
  /** Further controls in the bar. */
  readonly tools: ComponentChildren;
  /** Whether the page shows an extension for its author, inside another page. */
  readonly framed: boolean;
}

export function App({ devices, selection, speaker, moment, only, tools, framed }: AppProps) {
  const [first] = devices;
  const selected = devices[useSelected(selection)] ?? first;
  const panel = usePanel(selected.store);
  const [view, setView] = useScreenView();
  const moment_ms = useMoment(moment);
  const past = moment_ms !== null;
  const name = nameOf(panel.hello);
  const { problem } = panel.past;
  const [workbench, setWorkbench] = useWorkbench(panel);
  const playing = only === null && !workbench && !framed;
  const workbench_page = useLoaded(!playing, () => import('./workbench-page.tsx'));
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
      {!framed && (
        <Bar {...{ panel, selected, moment, moment_ms, playing }}>
          {tools}
          {only === null && <BarActions {...{ panel, workbench, toggle }} />}
        </Bar>
      )}
      {playing ? (
        <PlayPage {...{ devices, selected, panel, speaker, view }} choose={selection.choose} />
      ) : (
        workbench_page && (
          <workbench_page.WorkbenchPage
            {...{ devices, selected, panel, speaker, moment, past, view, setView, only, framed }}
            choose={selection.choose}
          />
        )
      )}
    </>
  );
}

function useSelected(selection: Selection): number {
  const [selected, setSelected] = useState(selection.get());
  useLayoutEffect(() => selection.subscribe(() => setSelected(selection.get())), [selection]);
  return selected;
}
