// Socket to one device: reconnects with a growing delay, and rests while the page is hidden.

import { parseMessage } from './protocol.ts';
import type { PageMessage, ServerMessage } from './protocol.ts';

const RETRY_DELAYS_MS: readonly number[] = [1000, 2000, 4000, 8000, 10_000];
const RETRY_DELAY_MAX_MS = 10_000;

interface SocketListener {
  opened(): void;
  closed(): void;
  message(message: ServerMessage): void;
  frame(frame: ArrayBuffer): void;
}

export interface DeviceSocket {
  /** Sends now or never: a key press from a lost connection must not arrive later. */
  send(message: PageMessage): void;
  /** A hidden page watches nothing and does not try to reconnect. */
  setVisible(visible: boolean): void;
}

export function createSocket(url: string, listener: SocketListener): DeviceSocket {
  let socket: WebSocket | null = null;
  let visible = !document.hidden;
  let tries = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const send = (message: PageMessage): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  const retryLater = (): void => {
    if (!visible) return;
    retry = setTimeout(open, RETRY_DELAYS_MS[tries] ?? RETRY_DELAY_MAX_MS);
    tries += 1;
  };
  const receive = (data: unknown): void => {
    // Only a message, not the open socket, proves that the device is there.
    tries = 0;
    if (data instanceof ArrayBuffer) return listener.frame(data);
    const message = typeof data === 'string' ? parseMessage(data) : null;
    if (message !== null) listener.message(message);
  };
  function open(): void {
    clearTimeout(retry);
    const opening = new WebSocket(url);
    opening.binaryType = 'arraybuffer';
    socket = opening;
    opening.addEventListener('open', () => {
      listener.opened();
      const watch = (): void => send({ type: 'watch', on: visible });
      // Devices that wait to be seen start with this message, so a visible page sends it when it draws.
      if (visible) requestAnimationFrame(watch);
      else watch();
    });
    opening.addEventListener('message', (event) => receive(event.data));
    opening.addEventListener('close', () => {
      socket = null;
      listener.closed();
      retryLater();
    });
  }

  open();
  return {
    send,
    setVisible(now) {
      visible = now;
      send({ type: 'watch', on: now });
      clearTimeout(retry);
      if (now && socket === null) open();
    },
  };
}
