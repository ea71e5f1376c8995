// Connects the page to one device: its socket and everything that depends on it.

import { createActions } from './actions.ts';
import { createApi } from './api.ts';
import { createHeldKeys } from '../device/held-keys.ts';
import { createPainter } from '../device/painter.ts';
import { afterMessage, afterOpen, type Notice } from './panel.ts';
import type { SoundMessage } from '../device/speaker.ts';
import type { Services } from './services.ts';
import { createSocket } from './socket.ts';
import type { DeviceSocket } from './socket.ts';
import type { PanelTransport } from './transport.ts';
import { createTimeline, type Timeline } from '../timeline/timeline.ts';
import { createStore } from './store.ts';
import type { PanelStore } from './store.ts';

export interface ConnectedDevice extends Services {
  /** Index on the server. */
  readonly index: number;
  readonly store: PanelStore;
  readonly timeline: Timeline;
  /** Whether another window can show the same device. */
  readonly is_shared: boolean;
  setVisible(visible: boolean): void;
  /** Disconnects; the device is not shown again. */
  close(): void;
  /** Shows the state at a past time on the device's clock; null for the present. */
  showMoment(at_ms: number | null): void;
}

interface Connection {
  readonly transport: PanelTransport;
  readonly index: number;
  /** Receives the sounds of the device's speaker. */
  readonly sound: (message: SoundMessage) => void;
}

/** Limit on a typed text; the server rejects longer ones (wire/typed-text.ts). */
const TEXT_CHARS_MAX = 64;
const TOO_LONG: Notice = { kind: 'error', text: `Not pasted: use at most ${TEXT_CHARS_MAX} characters.` };

/** Connects a device. The caller must render it in the same task, so that the first frame finds its canvas. */
export function connectDevice({ transport, index, sound }: Connection): ConnectedDevice {
  const store = createStore();
  let moment_ms: number | null = null;
  const timeline = createTimeline((on) => socket.send({ type: 'timeline', on }));
  const painter = createPainter();
  const keys = createHeldKeys((key, action) => socket.send({ type: 'key', key, action }));
  const api = createApi(transport, index);
  const socket: DeviceSocket = createSocket((listener) => transport.open(index, listener), {
    opened() {
      store.change(afterOpen);
      timeline.opened();
      if (moment_ms !== null) socket.send({ type: 'past', at_ms: moment_ms });
    },
    closed() {
      keys.releaseAll();
      store.change((panel) => ({ ...panel, connection: 'lost' }));
      void api.refusal().then((refusal) => store.change((panel) => ({ ...panel, refusal })));
    },
    message(message) {
      if (message.type === 'hello') {
        painter.resize(message.screen);
        if (message.timeline) timeline.limit(message.timeline);
      }
      if (message.type === 'sound') sound(message);
      else if (message.type === 'picture') painter.show(message);
      else if (message.type === 'renewed') location.replace(`/?token=${message.token}`);
      else if (message.type === 'timeline') timeline.add(message.events, message.first);
      else store.change((panel) => afterMessage(panel, message));
    },
  });
  return {
    index,
    is_shared: transport.is_shared,
    store,
    timeline,
    painter,
    keys,
    actions: createActions(api, store, painter.png),
    storage: () => api.storage(),
    chartOf: (machine, around) => api.chart(machine, around),
    touch: (x, y) => socket.send({ type: 'touch', x, y }),
    type(text) {
      if (Array.from(text).length <= TEXT_CHARS_MAX) return socket.send({ type: 'text', text });
      store.change((panel) => ({ ...panel, notice: TOO_LONG }));
    },
    showMoment(at_ms) {
      moment_ms = at_ms;
      socket.send({ type: 'past', at_ms });
      timeline.showUntil(at_ms);
    },
    setVisible: (visible) => socket.setVisible(visible),
    close() {
      keys.releaseAll();
      socket.close();
    },
  };
}
