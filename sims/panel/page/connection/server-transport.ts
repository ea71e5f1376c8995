// Transport to the server that has sent this page.

import type { PanelTransport } from './transport.ts';

export function createServerTransport(token: string): PanelTransport {
  const call: PanelTransport['call'] = (path, init = {}) =>
    fetch(path, { ...init, headers: { ...init.headers, Authorization: `Bearer ${token}` } });
  return {
    is_shared: true,
    call,
    async countDevices() {
      const response = await call('/api/devices').catch(() => null);
      const devices: unknown = response?.ok ? await response.json().catch(() => null) : null;
      return Array.isArray(devices) ? devices.length : null;
    },
    open(device, listener) {
      const socket = new WebSocket(socketUrl(token, device));
      const closing = new AbortController();
      const { signal } = closing;
      socket.addEventListener('open', () => listener.opened(), { signal });
      socket.addEventListener('message', ({ data }: MessageEvent<string>) => listener.received(data), { signal });
      socket.addEventListener('close', () => listener.closed(), { signal });
      return {
        send(text) {
          if (socket.readyState === WebSocket.OPEN) socket.send(text);
        },
        close() {
          closing.abort();
          socket.close();
        },
      };
    },
  };
}

function socketUrl(token: string, device: number): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/ws?token=${encodeURIComponent(token)}&device=${device}`;
}
