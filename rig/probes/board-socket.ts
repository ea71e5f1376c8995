// Virtual sensor board on a QEMU serial port that is connected to a unix socket.

import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createSystemClock } from '../../hal/clock/clock-system.ts';
import { createSeededRandom } from '../../hal/random/random-seeded.ts';
import { createFaultyPort, type FaultyPort } from '../../hal/serial/serial-faulty.ts';
import type { SerialPort } from '../../hal/serial/serial.ts';
import { plugInVirtualBoard, type PluggedBoard } from '../../sims/sensor-board/board-on-port.ts';
import { assert, ok } from '../../wire/errors.ts';

interface BoardAtSocket extends PluggedBoard {
  readonly setFault: FaultyPort['setFault'];
  /** Cuts the cable. */
  cut(): void;
}

interface BoardSocket {
  /** Resolves when QEMU has connected; the board is off until it is plugged in. */
  connected(): Promise<BoardAtSocket>;
  close(): void;
}

/** Boots so far. Each board gets its own count, so that no two boards look alike. */
let boots = 0;

/** Listens on a path of at most 107 bytes. */
export async function openBoardSocket(path: string): Promise<BoardSocket> {
  const server = createServer();
  server.listen(path);
  await once(server, 'listening');
  const connection = once(server, 'connection');
  return {
    async connected() {
      const [socket]: Socket[] = await connection;
      server.close();
      assert(socket !== undefined, 'a connection is a socket');
      const clock = createSystemClock();
      const random = createSeededRandom(1);
      const cable = createFaultyPort(portOn(socket, path), { clock, random: random.fork('wire') });
      const board = plugInVirtualBoard(cable.port, { clock, random, boots_before: ++boots });
      return { ...board, setFault: cable.setFault, cut: () => void socket.destroy() };
    },
    close: () => void server.close(),
  };
}

/** Returns the board's end of the cable. */
const portOn = (socket: Socket, path: string): SerialPort => ({
  path,
  open(listener) {
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => listener.bytes(new Uint8Array(chunk)));
    socket.on('close', () => listener.closed(`${path} was closed.`));
    return Promise.resolve(
      ok({
        write: (bytes) => void (socket.writable && socket.write(bytes)),
        close: () => Promise.resolve(void socket.destroy()),
      }),
    );
  },
  onPlug: () => () => {},
});
