// Timeline lanes of one device, on a canvas. A press shows the state at that time, a drag scrubs through the past.

import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ConnectedDevice } from '../connection/connect-device.ts';
import { nameOf } from '../device/device-name.ts';
import { AXIS_PX, drawLanes, LANE_PX, LOW_LANE_PX, type LanesPicture } from './lanes-canvas.ts';
import { secondsText } from './no-timeline.tsx';
import { usePanel } from '../connection/store.ts';
import { itemAt, LANE_NAMES, lanesOf, type LaneItem, type Lanes } from './timeline-lanes.ts';
import { useWholeTimeline } from './timeline.ts';

interface DeviceLanesProps extends Omit<LanesPicture, 'lanes' | 'lane_px'> {
  readonly device: ConnectedDevice;
  /** Selection among several devices; null with a single device. */
  readonly several: { readonly selected: boolean; choose(): void } | null;
  readonly goTo: (at_ms: number) => void;
  /** Zooms around a time; a `factor` above 1 shows more time. */
  readonly zoom: (factor: number, around_ms: number) => void;
  readonly pan: (by_ms: number) => void;
  /** Sets the description of the item under the pointer. */
  readonly setPointed: (text: string) => void;
}

/** Distance within which the pointer hits an item. */
const REACH_PX = 5;
const WHEEL_ZOOM = 1.002;

export function DeviceLanes({ device, several, goTo, zoom, pan, setPointed, ...picture }: DeviceLanesProps) {
  const events = useWholeTimeline(device.timeline);
  const { hello } = usePanel(device.store);
  const lanes = useMemo(() => lanesOf(events), [events]);
  const canvas = useRef<HTMLCanvasElement>(null);
  const lane_px = several?.selected === false ? LOW_LANE_PX : LANE_PX;
  useDrawn(canvas, { ...picture, lanes, lane_px });
  const { span, with_axis } = picture;
  const top_px = with_axis ? AXIS_PX : 0;
  const placeOf = (event: MouseEvent): Place => {
    const box = canvas.current?.getBoundingClientRect() ?? new DOMRect();
    const ms_per_px = (span.to_ms - span.from_ms) / Math.max(box.width, 1);
    return {
      at_ms: span.from_ms + (event.clientX - box.left) * ms_per_px,
      row: Math.floor((event.clientY - box.top - top_px) / lane_px),
      ms_per_px,
    };
  };
  return (
    <div class="device-lanes">
      {several && (
        <button
          type="button"
          class="device-lanes-name"
          aria-pressed={several.selected}
          title={`Select ${nameOf(hello)}`}
          onClick={several.choose}
        >
          <span>{nameOf(hello)}</span>
        </button>
      )}
      <ul class="lane-names" style={{ paddingTop: `${top_px}px` }} aria-hidden="true">
        {lane_px === LANE_PX &&
          LANE_NAMES.map((name) => (
            <li key={name} style={{ height: `${lane_px}px` }}>
              {name}
            </li>
          ))}
      </ul>
      <canvas
        ref={canvas}
        class="lanes"
        role="img"
        aria-label={`Timeline of ${nameOf(hello)}. The panes list its events; the slider steps through them.`}
        data-testid={`lanes-${device.index}`}
        style={{ height: `${LANE_NAMES.length * lane_px + top_px}px` }}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          goTo(snapped(lanes, placeOf(event)));
        }}
        onPointerMove={(event) => {
          const place = placeOf(event);
          setPointed(wordsOf(lanes, place));
          if (event.buttons === 1) goTo(place.at_ms);
        }}
        onPointerLeave={() => setPointed('')}
        onWheel={(event) => {
          const { at_ms, ms_per_px } = placeOf(event);
          if (event.ctrlKey) zoom(WHEEL_ZOOM ** event.deltaY, at_ms);
          else if (event.deltaX !== 0) pan(event.deltaX * ms_per_px);
          else return;
          event.preventDefault();
        }}
      />
    </div>
  );
}

function useDrawn(canvas: { readonly current: HTMLCanvasElement | null }, picture: LanesPicture): void {
  const [, drawAgain] = useState({});
  useLayoutEffect(() => {
    if (canvas.current) drawLanes(canvas.current, picture);
  });
  useLayoutEffect(() => {
    const again = (): void => drawAgain({});
    const dark = globalThis.matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', again);
    const size = new ResizeObserver(again);
    if (canvas.current) size.observe(canvas.current);
    return () => {
      dark.removeEventListener('change', again);
      size.disconnect();
    };
  }, []);
}

interface Place {
  readonly at_ms: number;
  readonly row: number;
  readonly ms_per_px: number;
}

function itemUnder(lanes: Lanes, { at_ms, row, ms_per_px }: Place): LaneItem | null {
  const name = LANE_NAMES[row];
  return name ? itemAt(lanes[name], at_ms, REACH_PX * ms_per_px) : null;
}

/** Returns the start of an item if the pointer is near it, otherwise the pointer's time. */
function snapped(lanes: Lanes, place: Place): number {
  const item = itemUnder(lanes, place);
  return item && Math.abs(item.from_ms - place.at_ms) <= REACH_PX * place.ms_per_px ? item.from_ms : place.at_ms;
}

function wordsOf(lanes: Lanes, place: Place): string {
  const item = itemUnder(lanes, place);
  if (!item) return `${secondsText(place.at_ms)} s`;
  const lasts = item.to_ms === item.from_ms ? '' : `, ${lastsText(item)}`;
  return `${secondsText(item.from_ms)} s: ${item.label}${lasts}`;
}

const lastsText = ({ from_ms, to_ms }: LaneItem): string =>
  to_ms === null ? 'ongoing' : `for ${((to_ms - from_ms) / 1000).toFixed(3)} s`;
