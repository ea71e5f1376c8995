// Transport of a front panel whose devices run in the same tab: the calls and sockets of the panel's server, without
// the server.

import { createBreakpoints } from '../../sims/panel/breakpoints/breakpoints.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import { createJournal } from '../../sims/panel/api/journal.ts';
import type { PanelResources } from '../../sims/panel/api/route.ts';
import { createSemaphore } from '../../sims/panel/api/semaphore.ts';
import { nextMacrotask } from '#macrotask';
import type { ChannelListener, PanelTransport } from '../../sims/panel/page/connection/transport.ts';
import type { PanelDevice, PanelRecording } from '../../sims/panel/panel-device.ts';
import type { PacedTime } from '../../sims/panel/paced-time.ts';
import type { PanelSocket } from '../../sims/panel/sockets.ts';
import { viewDevice } from '../../sims/panel/viewer.ts';
import { assertDefined } from '../../wire/errors.ts';

interface TabPanel {
  readonly devices: readonly PanelDevice[];
  readonly recording: PanelRecording;
  /** null for devices that are only viewed. */
  readonly time: PacedTime | null;
  /** Clock of the browser. */
  readonly wall: Clock;
}

/** Limit on calls of each kind at the same time: the page makes one after the other. */
const CALLS_MAX = 16;

export function createTabTransport({ devices, recording, time, wall }: TabPanel): PanelTransport {
  const breakpoints = time && createBreakpoints(devices, time);
  const panel: PanelResources = {
    devices,
    wall,
    recording,
    charts: null,
    time,
    breakpoints,
    journals: new Map(devices.map((device) => [device, createJournal(device, wall)])),
    waits: createSemaphore(CALLS_MAX),
    streams: createSemaphore(CALLS_MAX),
    advances: createSemaphore(CALLS_MAX),
    uploads: createSemaphore(CALLS_MAX),
  };
  return {
    countDevices: async () => devices.length,
    async call(path, init) {
      const { answerCall } = await import('./tab-calls.ts');
      return answerCall(panel, path, init);
    },
    open(index, listener) {
      const { socket, receive } = socketTo(listener);
      // As with a server, nothing arrives before this call has returned.
      nextMacrotask(() => {
        const device = assertDefined(devices[index], `device ${index}`);
        viewDevice({ socket, device, index, time, breakpoints, has_charts: false, author_site: null, seen: () => {} });
        listener.opened();
      });
      return { send: receive };
    },
  };
}

function socketTo(listener: ChannelListener): { readonly socket: PanelSocket; receive(text: string): void } {
  let onText = (_text: string): void => {};
  return {
    receive: (text) => onText(text),
    socket: {
      isOpen: () => true,
      queued_bytes: () => 0,
      send: (data) => listener.received(typeof data === 'string' ? data : new Uint8Array(data).buffer),
      drop: () => {},
      onText: (next) => void (onText = next),
      onPing: () => {},
      onClose: () => {},
    },
  };
}
