// Page that has just given input to a device (C187). Keys on the device itself, and calls of the API, are no page.

import type { WebSocket } from 'ws';
import type { Clock } from '../../hal/clock/clock.ts';
import type { PanelDevice } from './panel-device.ts';

/** Time after an input within which a request of the device counts as asked for by it. */
const ASKED_MS = 500;

export interface InputSource {
  /** Handles a message of a page, which may give input. */
  from(page: WebSocket, handle: () => void): void;
  /**
   * Returns the page whose input a request of the device follows; null if there is none, or if any other input came
   * within the same time: an unwelcome page must not profit from the keys of others.
   */
  asking(): WebSocket | null;
}

export function watchInputs(devices: readonly PanelDevice[], wall: Pick<Clock, 'now_ms'>): InputSource {
  let page: WebSocket | null = null;
  let last: WebSocket | null = null;
  let [is_mixed, at_ms] = [false, -Infinity];
  const isRecent = (): boolean => wall.now_ms() - at_ms < ASKED_MS;
  for (const { keys } of devices)
    keys.onInput(() => {
      is_mixed = isRecent() && (is_mixed || page !== last);
      last = page;
      at_ms = wall.now_ms();
    });
  return {
    from(each, handle) {
      page = each;
      handle();
      page = null;
    },
    asking: () => (isRecent() && !is_mixed ? last : null),
  };
}
