// Root of the page: the device or devices on one side, the panes of the selected one on the other.

import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { ConnectedDevice } from './connection/connect-device.ts';
import { DeviceClock } from './device/device-clock.tsx';
import { Device } from './device/device.tsx';
import { nameOf } from './device/device-name.ts';
import { useNarrow, type PaneId } from './pane-choice.ts';
import { useMoment, type Moment } from './connection/moment.ts';
import { OnePane, Panes } from './panes.tsx';
import { isOff } from './connection/panel.ts';
import { PastNote } from './timeline/past-note.tsx';
import { useScreenView } from './device/screen-view.ts';
import type { Selection } from './connection/selection.ts';
import { Several } from './several.tsx';
import type { Speaker } from './device/speaker.ts';
import { useSideways } from './sideways.ts';
import { StatusLine } from './status-line.tsx';
import { usePanel } from './connection/store.ts';
import { TimelineDock } from './timeline/timeline-dock.tsx';
import { TimeControls } from './device/time-controls.tsx';

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
  const device = panel.hello?.device;
  const name = nameOf(panel.hello);
  const { problem } = panel.past;
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
      <header class="bar">
        <Mark />
        <h1 class="bar-title">tapin {name !== '' && <span class="bar-name">{name}</span>}</h1>
        {device !== undefined && (
          <p class="bar-facts">
            {[device.id, device.role].filter((fact) => fact !== 'off' && fact !== name).join(' · ')}
          </p>
        )}
        {panel.time && (
          <TimeControls time={panel.time} change={selected.actions.time}>
            {!past && panel.hello?.timeline && <DeviceClock time={panel.time} timeline={selected.timeline} />}
          </TimeControls>
        )}
        <PastNote {...{ moment, moment_ms }} past={panel.past} />
        <StatusLine connection={panel.connection} notice={panel.notice} refusal={panel.refusal} off={isOff(panel)} />
      </header>
      {only !== null ? (
        <main class="page page-pane">
          <div class="side">
            <div class="cards">
              <OnePane id={only} {...{ device: selected, devices, panel }} with_pad={true} />
            </div>
          </div>
        </main>
      ) : devices.length > 1 ? (
        <Several {...{ devices, selected, panel, speaker, past, view, setView }} choose={selection.choose} />
      ) : (
        <main class={past ? 'page page-past' : 'page'}>
          <Device {...{ ...selected, panel, speaker, past, view, setView }} with_pad={pad_with_device} />
          <div class="side">
            <Panes {...{ device: selected, devices, panel }} with_pad={!pad_with_device} />
          </div>
        </main>
      )}
      {only === null && panel.hello?.timeline && (
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

/** Draws the logo: a ball short of the hole. */
function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" class="mark-green" />
      <ellipse cx="20.5" cy="20" rx="6.5" ry="3.6" class="mark-hole" />
      <circle cx="10" cy="16.5" r="4.2" class="mark-ball" />
    </svg>
  );
}
