// Transport of a front panel whose devices run in the same tab: the calls and sockets of the panel's server, without
// the server.

import { nextMacrotask } from '#macrotask';
import type { ShownBreakpoints } from '../../sims/panel/breakpoints/breakpoints.ts';
import type { ChannelListener, PanelChannel, PanelTransport } from '../../sims/panel/page/connection/transport.ts';
import type { PanelSocket } from '../../sims/panel/sockets.ts';
import { viewDevice } from '../../sims/panel/viewer.ts';
import { assertDefined } from '../../wire/errors.ts';
import type { TabCalls, TabPanel } from './tab-calls.ts';

export function createTabTransport(tab: TabPanel): PanelTransport {
  const { devices, time } = tab;
  const listeners = new Set<() => void>();
  let loaded: TabCalls | null = null;
  /** Loads the calls, which the first frame does not need. */
  const load = async (): Promise<TabCalls> => {
    const { createTabCalls } = await import('./tab-calls.ts');
    if (loaded) return loaded;
    loaded = createTabCalls(tab);
    const notify = (): void => listeners.forEach((listener) => listener());
    loaded.breakpoints?.onChange(notify);
    notify();
    return loaded;
  };
  const breakpoints: ShownBreakpoints = {
    view: () => loaded?.breakpoints?.view() ?? null,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    is_shared: false,
    countDevices: async () => devices.length,
    call: async (path, init) => (await load()).answer(path, init),
    open(index, listener) {
      const { socket, channel } = socketTo(listener);
      // As with a server, nothing arrives before this call has returned.
      nextMacrotask(() => {
        if (!socket.isOpen()) return;
        const device = assertDefined(devices[index], `device ${index}`);
        viewDevice({ socket, device, index, time, breakpoints, has_charts: true, author_site: null, seen: () => {} });
        listener.opened();
        void load();
      });
      return channel;
    },
  };
}

interface TabSocket {
  /** End of the viewer. */
  readonly socket: PanelSocket;
  /** End of the page. */
  readonly channel: PanelChannel;
}

function socketTo(listener: ChannelListener): TabSocket {
  let open = true;
  let onText = (_text: string): void => {};
  let onClose = (): void => {};
  return {
    channel: {
      send: (text) => onText(text),
      close() {
        open = false;
        onClose();
      },
    },
    socket: {
      isOpen: () => open,
      queued_bytes: () => 0,
      send: (data) => deliver(listener, data),
      drop: () => {},
      onText: (next) => void (onText = next),
      onPing: () => {},
      onClose: (next) => void (onClose = next),
    },
  };
}

/** Name of the performance mark at the first frame of a device. */
const FIRST_FRAME = 'tapin first frame';

function deliver(listener: ChannelListener, data: string): void {
  listener.received(data);
  if (data.startsWith('{"type":"picture"') && performance.getEntriesByName(FIRST_FRAME).length === 0)
    performance.mark(FIRST_FRAME);
}
