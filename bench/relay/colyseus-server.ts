// Colyseus process of the benchmark: a room that forwards each client's messages to the other clients. Loaded from the
// folder where it was installed, since this project does not depend on it.

import { requirePeer } from '../peers.ts';

interface Room {
  onMessage(type: string, take: (client: unknown, message: unknown) => void): void;
  broadcast(type: string, message: unknown, options: { readonly except: unknown }): void;
}
interface Core {
  readonly Room: new () => Room;
  readonly Server: new (options: { readonly transport: unknown }) => {
    define(name: string, room: unknown): void;
    listen(port: number, host: string): Promise<void>;
  };
}
interface Transport {
  readonly WebSocketTransport: new () => unknown;
}

const [port = ''] = process.argv.slice(2);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package is not installed when types are checked
const { Room: AnyRoom, Server } = requirePeer('@colyseus/core') as Core;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package is not installed when types are checked
const { WebSocketTransport } = requirePeer('@colyseus/ws-transport') as Transport;

class TableRoom extends AnyRoom {
  onCreate(): void {
    this.onMessage('round', (client, message) => this.broadcast('round', message, { except: client }));
  }
}

const server = new Server({ transport: new WebSocketTransport() });
server.define('table', TableRoom);
await server.listen(Number(port), '127.0.0.1');
process.send?.('listening');
