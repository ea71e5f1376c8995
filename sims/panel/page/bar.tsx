// Bar at the top of the page: the selected device, its time, the status, and the switch to the workbench.

import type { ComponentChildren } from 'preact';
import type { ConnectedDevice } from './connection/connect-device.ts';
import type { Moment } from './connection/moment.ts';
import { isOff, type PanelState } from './connection/panel.ts';
import { DeviceClock } from './device/device-clock.tsx';
import { nameOf } from './device/device-name.ts';
import { TimeControls } from './device/time-controls.tsx';
import { StatusLine } from './status-line.tsx';
import { PastNote } from './timeline/past-note.tsx';

interface BarProps {
  readonly panel: PanelState;
  readonly selected: ConnectedDevice;
  readonly moment: Moment;
  readonly moment_ms: number | null;
  /** Whether the page shows device and pad only. */
  readonly playing: boolean;
  readonly children: ComponentChildren;
}

export function Bar({ panel, selected, moment, moment_ms, playing, children }: BarProps) {
  const device = panel.hello?.device;
  const name = nameOf(panel.hello);
  return (
    <header class={playing ? 'bar bar-playing' : 'bar'}>
      <Mark />
      <h1 class="bar-title">tapin {name !== '' && <span class="bar-name">{name}</span>}</h1>
      {device !== undefined && !playing && (
        <p class="bar-facts">
          {[device.id, device.role].filter((fact) => fact !== 'off' && fact !== name).join(' · ')}
        </p>
      )}
      {panel.time && (!playing || panel.time.paused) && (
        <TimeControls time={panel.time} change={selected.actions.time}>
          {moment_ms === null && panel.hello?.timeline && (
            <DeviceClock time={panel.time} timeline={selected.timeline} />
          )}
        </TimeControls>
      )}
      {panel.breakpoints?.stopped && (
        <p class="bar-stop" role="status" data-testid="bar-stopped">
          Breakpoint {panel.breakpoints.stopped.id}: {panel.breakpoints.stopped.event}
        </p>
      )}
      <PastNote {...{ moment, moment_ms }} past={panel.past} />
      <StatusLine connection={panel.connection} notice={panel.notice} refusal={panel.refusal} off={isOff(panel)} />
      {children}
    </header>
  );
}

interface BarActionsProps {
  readonly panel: PanelState;
  readonly workbench: boolean;
  readonly toggle: () => void;
}

/** Links to the author site and to the form of the first start, and the switch between playing and the workbench. */
export function BarActions({ panel, workbench, toggle }: BarActionsProps) {
  const author_site = reachableSite(panel.hello?.author_site ?? null);
  return (
    <>
      {author_site !== null && (
        <a class="bar-link" href={author_site} target="_blank" rel="noreferrer" data-testid="author-site">
          Author site
        </a>
      )}
      {panel.hello?.wifi && (
        <a class="bar-link" href={`/set-up${location.search}`} data-testid="set-up">
          Set up
        </a>
      )}
      <button
        type="button"
        aria-pressed={workbench}
        data-testid="workbench"
        title="Panes, switches and timeline"
        onClick={toggle}
      >
        Workbench
      </button>
    </>
  );
}

/** Returns the author site if a page from this host can reach it: it listens on the machine that runs the cloud. */
const reachableSite = (site: string | null): string | null =>
  site !== null && new URL(site).hostname === location.hostname ? site : null;

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
