// Timeline along the bottom: the events of all devices on one clock. The user can show the state at any time on it
// instead of the present.

import { useEffect, useState } from 'preact/hooks';
import type { ConnectedDevice } from '../connection/connect-device.ts';
import { DeviceLanes } from './device-lanes.tsx';
import { GoOn } from './go-on.tsx';
import { MarkList } from './mark-list.tsx';
import { RECORDED } from '../connection/protocol.ts';
import { usePanel } from '../connection/store.ts';
import { useMoment, type Moment } from '../connection/moment.ts';
import { isOff } from '../connection/panel.ts';
import { secondsText } from './no-timeline.tsx';
import { useStoredChoice } from '../connection/remembered.ts';
import { lanesOf, nextStop, TURN_MS } from './timeline-lanes.ts';
import { useHeightVariable } from '../common/use-height.ts';
import { useTimelines } from './timeline.ts';
import { panned, showing, spanOf, zoomed, type Span, type TimeWindow } from './timeline-window.ts';

interface TimelineDockProps {
  readonly devices: readonly ConnectedDevice[];
  readonly selected: ConnectedDevice;
  readonly moment: Moment;
  readonly choose: (place: number) => void;
}

const readOpen = (chosen: unknown): boolean | null => (typeof chosen === 'boolean' ? chosen : null);

export function TimelineDock(props: TimelineDockProps) {
  const [chosen, setOpen] = useStoredChoice('timeline', readOpen);
  const { hello } = usePanel(props.selected.store);
  // A recording is there for its timeline.
  const open = chosen ?? (hello?.sensor === RECORDED || globalThis.matchMedia(ROOMY).matches);
  const dock = useHeightVariable<HTMLElement>('--dock-height');
  const toggle = (): void => setOpen(!open);
  // On a narrow page the timeline is at the end.
  useEffect(() => {
    if (open && dock.current?.matches(':focus-within')) dock.current.scrollIntoView({ block: 'end' });
  }, [open]);
  return (
    <section ref={dock} class="dock" aria-label="Timeline">
      <div class="dock-head">
        <button type="button" aria-expanded={open} data-testid="timeline-toggle" onClick={toggle}>
          Timeline {open ? '↓' : '↑'}
        </button>
        {open && <Timeline {...props} />}
      </div>
    </section>
  );
}

const ROOMY = '(width >= 60rem) and (height >= 60rem)';
const SPAN_MS = 60_000;
const ZOOM = 2;

function Timeline({ devices, selected, moment, choose }: TimelineDockProps) {
  const timelines = useTimelines(devices.map(({ timeline }) => timeline));
  const moment_ms = useMoment(moment);
  const [shown, show] = useState<TimeWindow>({ end_ms: null, span_ms: SPAN_MS });
  const [marks_ms, setMarks] = useState<readonly number[]>([]);
  const [pointed, setPointed] = useState('');
  const whole = wholeOf(timelines);
  const here_ms = moment_ms ?? whole.to_ms;
  const goToPast = (at_ms: number): void => {
    show(showing(shown, whole, at_ms));
    moment.show(Math.max(at_ms, whole.from_ms));
  };
  const goTo = (at_ms: number | null): void => {
    if (at_ms !== null && at_ms < whole.to_ms) return goToPast(at_ms);
    show({ ...shown, end_ms: null });
    moment.show(null);
  };
  /** Whether the page shows the present of a device that is off: a point after its last event. */
  const is_end = moment_ms === null && isOff(selected.store.get());
  const stop = (direction: 1 | -1): void => {
    const at_ms = nextStop(lanesOf(selected.timeline.all()), here_ms + (is_end ? 2 * TURN_MS : 0), direction);
    if (is_end && at_ms !== null) goToPast(at_ms);
    else if (at_ms !== null || direction === 1) goTo(at_ms);
  };
  const zoom = (factor: number): void => show(zoomed(shown, whole, factor, here_ms));
  return (
    <>
      <MomentControls {...{ whole, here_ms, goTo, stop }} live={moment_ms === null} />
      <div class="dock-controls" role="group" aria-label="Zoom">
        <button type="button" aria-label="Zoom in" title="Zoom in" onClick={() => zoom(1 / ZOOM)}>
          +
        </button>
        <button type="button" aria-label="Zoom out" title="Zoom out" onClick={() => zoom(ZOOM)}>
          −
        </button>
      </div>
      <MarkList {...{ marks_ms, here_ms, setMarks, goTo }} />
      {selected.store.get().switches.power !== null && (
        <GoOn {...{ devices, selected, moment_ms, choose }} toPresent={() => goTo(null)} />
      )}
      <SaveButtons until_ms={moment_ms} save={selected.actions.recording} />
      <div class="dock-lanes" data-testid="timeline-lanes">
        <p class="dock-pointed">{pointed}</p>
        {devices.map((device, place) => (
          <DeviceLanes
            key={device.index}
            device={device}
            several={devices.length > 1 ? { selected: device === selected, choose: () => choose(place) } : null}
            with_axis={place === 0}
            {...{ span: spanOf(shown, whole), now_ms: whole.to_ms, moment_ms, marks_ms, goTo, setPointed }}
            zoom={(factor, around_ms) => show(zoomed(shown, whole, factor, around_ms))}
            pan={(by_ms) => show(panned(shown, whole, by_ms))}
          />
        ))}
      </div>
    </>
  );
}

/** Returns the span from the oldest kept event to the newest. */
function wholeOf(timelines: readonly (readonly { readonly at_ms: number; readonly carried?: true }[])[]): Span {
  const firsts = timelines.flatMap((events) => events.find(({ carried }) => !carried)?.at_ms ?? []);
  const lasts = timelines.flatMap((events) => events.at(-1)?.at_ms ?? []);
  return {
    from_ms: Math.min(...firsts, Infinity) === Infinity ? 0 : Math.min(...firsts),
    to_ms: Math.max(...lasts, 0),
  };
}

interface MomentSliderProps {
  readonly whole: Span;
  readonly here_ms: number;
  readonly goTo: (at_ms: number | null) => void;
  readonly stop: (direction: 1 | -1) => void;
}

function MomentControls({ live, ...slider }: MomentSliderProps & { readonly live: boolean }) {
  const { whole, goTo, stop } = slider;
  return (
    <div class="dock-controls" role="group" aria-label="Moment">
      <button type="button" data-testid="moment-before" disabled={whole.to_ms === 0} onClick={() => stop(-1)}>
        ← Event
      </button>
      <MomentSlider {...slider} />
      <button type="button" data-testid="moment-after" disabled={live} onClick={() => stop(1)}>
        Event →
      </button>
      <button
        type="button"
        aria-pressed={live}
        data-testid="moment-live"
        title="Back to the present"
        onClick={() => goTo(null)}
      >
        Live
      </button>
    </div>
  );
}

const JUMP_MS = 1000;

/** Slider for the time shown: arrow keys step through events, Page up and Page down move by a second. */
function MomentSlider({ whole, here_ms, goTo, stop }: MomentSliderProps) {
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => stop(-1),
    ArrowDown: () => stop(-1),
    ArrowRight: () => stop(1),
    ArrowUp: () => stop(1),
    PageDown: () => goTo(here_ms - JUMP_MS),
    PageUp: () => goTo(here_ms + JUMP_MS),
  };
  return (
    <input
      type="range"
      class="dock-slider"
      aria-label="Shown moment"
      aria-valuetext={`${secondsText(here_ms)} s, ${agoText(whole.to_ms - here_ms)}`}
      data-testid="moment"
      min={whole.from_ms}
      max={whole.to_ms}
      step="any"
      value={here_ms}
      onInput={(event) => goTo(event.currentTarget.valueAsNumber)}
      onKeyDown={(event) => {
        const act = keys[event.key];
        if (!act) return;
        event.preventDefault();
        act();
      }}
    />
  );
}

const agoText = (ago_ms: number): string => (ago_ms === 0 ? 'the present' : `${(ago_ms / 1000).toFixed(1)} s ago`);

interface SaveButtonsProps {
  /** End of the saved span; null for all of it. */
  readonly until_ms: number | null;
  readonly save: ConnectedDevice['actions']['recording'];
}

const FILES = [
  { name: 'scenario.yaml', label: 'Scenario', title: 'Actions up to here, for tapin test' },
  { name: 'recording.tapin.gz', label: 'Recording', title: 'Everything up to here, for tapin replay' },
  { name: 'trace.json', label: 'Trace', title: 'Timeline up to here, for Perfetto' },
  { name: 'signals.vcd', label: 'VCD', title: 'Gates, keys and LEDs up to here, for GTKWave and PulseView' },
] as const;

function SaveButtons({ until_ms, save }: SaveButtonsProps) {
  return (
    <div class="dock-controls" role="group" aria-label="Save up to this moment">
      {FILES.map(({ name, label, title }) => (
        <button
          key={name}
          type="button"
          title={title}
          data-testid={`save-${label.toLowerCase()}`}
          onClick={() => save(name, until_ms)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
