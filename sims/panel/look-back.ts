// Device state that one page shows: the present, or a past state.

import type { Past } from './page/connection/protocol.ts';
import type { PanelDevice, PanelTimeline } from './panel-device.ts';

export interface PastView {
  /** Returns the device; null if it had not been switched on yet. */
  device(): PanelDevice | null;
  past(): Past;
  /** Shows the state at a time on the device's clock; null for the present. Of concurrent requests, the last wins. */
  showMoment(at_ms: number | null): void;
}

const PRESENT: Past = { at_ms: null, on: true, problem: null };

/** Creates the view of one page. `changed`: called when the page shows something else. */
export function createPastView(live: PanelDevice, changed: () => void): PastView {
  let [device, past]: [PanelDevice | null, Past] = [live, PRESENT];
  let wanted_ms: number | null = null;
  let looking = false;
  const show = (next: PanelDevice | null, about: Past): void => {
    [device, past] = [next, about];
    changed();
  };
  const replayTo = async (at_ms: number, timeline: PanelTimeline): Promise<void> => {
    const moment = await timeline.momentAt(at_ms);
    if (wanted_ms === null) return;
    if (!moment.ok) show(live, { ...PRESENT, problem: { at_ms, message: moment.error.message } });
    else show(moment.value?.device ?? null, { at_ms, on: moment.value?.on ?? false, problem: null });
    if (wanted_ms !== at_ms) await replayTo(wanted_ms, timeline);
  };
  return {
    device: () => device,
    past: () => past,
    showMoment(at_ms) {
      wanted_ms = at_ms;
      if (at_ms === null) return show(live, PRESENT);
      if (looking || !live.timeline) return;
      looking = true;
      void replayTo(at_ms, live.timeline).finally(() => (looking = false));
    },
  };
}
