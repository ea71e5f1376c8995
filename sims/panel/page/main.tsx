// The front panel in the browser: connects the page to the device that its address names.

import { render } from 'preact';
import { createActions } from './actions.ts';
import { createApi } from './api.ts';
import { App } from './app.tsx';
import { createHeldKeys } from './held-keys.ts';
import { listenToKeyboard } from './keyboard.ts';
import { createPainter } from './painter.ts';
import { afterMessage, afterOpen } from './panel.ts';
import { createSocket } from './socket.ts';
import type { DeviceSocket } from './socket.ts';
import { createSpeaker } from './speaker.ts';
import { createStore } from './store.ts';

const query = new URLSearchParams(location.search);
const token = query.get('token') ?? '';
const device = Math.max(0, Number.parseInt(query.get('device') ?? '0', 10) || 0);

const store = createStore();
const painter = createPainter();
const speaker = createSpeaker();
const keys = createHeldKeys((key, action) => socket.send({ type: 'key', key, action }));
const api = createApi(token, device);
const actions = createActions(api, store);

// The page is there before the socket opens, so that the first frame finds its canvas.
const touch = (x: number, y: number): void => socket.send({ type: 'touch', x, y });
const root = document.querySelector('#app');
if (root !== null) render(<App {...{ store, painter, speaker, keys, actions, touch }} />, root);

const socket: DeviceSocket = createSocket(socketUrl(), {
  opened: () => store.change(afterOpen),
  closed() {
    keys.releaseAll();
    store.change((panel) => ({ ...panel, connection: 'lost' }));
    void api.refusal().then((refusal) => store.change((panel) => ({ ...panel, refusal })));
  },
  message(message) {
    if (message.type === 'hello') painter.resize(message.screen);
    if (message.type === 'sound') speaker.play(message.sound, message.volume_percent);
    else store.change((panel) => afterMessage(panel, message));
  },
  frame: (frame) => painter.paint(frame),
});

listenToKeyboard(keys);
document.addEventListener('visibilitychange', () => {
  socket.setVisible(!document.hidden);
  speaker.setVisible(!document.hidden);
});

function socketUrl(): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/ws?token=${encodeURIComponent(token)}&device=${device}`;
}
