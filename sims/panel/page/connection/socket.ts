// Socket to one device: reconnects with a growing delay, and rests while the page is hidden.

import { parseMessage } from './protocol.ts';
import type { PageMessage, ServerMessage } from './protocol.ts';
import type { ChannelListener, PanelChannel } from './transport.ts';

const RETRY_DELAYS_MS: readonly number[] = [1000, 2000, 4000, 8000, 10_000];
const RETRY_DELAY_MAX_MS = 10_000;

interface SocketListener {
  opened(): void;
  closed(): void;
  message(message: ServerMessage): void;
}

export interface DeviceSocket {
  /** Sends now or never: a key press from a lost connection must not arrive later. */
  send(message: PageMessage): void;
  /** A hidden page watches nothing and does not try to reconnect. */
  setVisible(visible: boolean): void;
  close(): void;
}

/** `open`: opens a channel to the device. */
export function createSocket(
  open: (listener: ChannelListener) => PanelChannel,
  listener: SocketListener,
): DeviceSocket {
  let channel: PanelChannel | null = null;
  let visible = !document.hidden;
  /** Whether the first screen of this connection is still to be drawn. */
  let unseen = false;
  let tries = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const send = (message: PageMessage): void => channel?.send(JSON.stringify(message));
  const retryLater = (): void => {
    if (!visible) return;
    retry = setTimeout(connect, RETRY_DELAYS_MS[tries] ?? RETRY_DELAY_MAX_MS);
    tries += 1;
  };
  const received = (data: string): void => {
    // Only a message, not the open socket, proves that the device is there.
    tries = 0;
    const message = parseMessage(data);
    if (message === null) return;
    listener.message(message);
    if (unseen && message.type === 'lines') {
      unseen = false;
      requestAnimationFrame(() => requestAnimationFrame(watch));
    }
  };
  const watch = (): void => send({ type: 'watch', on: visible });
  const opened = (): void => {
    listener.opened();
    // Devices that wait to be seen start with this message, so a visible page sends it when it has drawn their screen.
    unseen = visible;
    if (!visible) watch();
  };
  const closed = (): void => {
    channel = null;
    listener.closed();
    retryLater();
  };
  function connect(): void {
    clearTimeout(retry);
    channel = open({ opened, received, closed });
  }

  connect();
  return {
    send,
    setVisible(now) {
      visible = now;
      send({ type: 'watch', on: now });
      clearTimeout(retry);
      if (now && channel === null) connect();
    },
    close() {
      clearTimeout(retry);
      channel?.close();
    },
  };
}
