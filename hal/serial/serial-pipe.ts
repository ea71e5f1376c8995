// Virtual serial cable on the clock: two ports, bytes at the baud rate, a plug, and faults in the direction from board
// to host. Each write arrives as one chunk, at the time of its last bit. Between ends at different rates it arrives as
// garbage.

import { fail, ok, type Result } from '../../wire/errors.ts';
import { BAUD_DEFAULT } from '../sensor/protocol-limits.ts';
import type { Clock } from '../clock/clock.ts';
import type { Fault } from '../faults.ts';
import type { Random } from '../random/random.ts';
import { createFaultyWire, readPipeFault } from './pipe-faults.ts';
import type { SerialLine, SerialListener, SerialPort } from './serial.ts';

export interface SerialPipe {
  readonly host: SerialPort;
  readonly board: SerialPort;
  /** Unplugs the cable: closes both ends, and neither opens until `plug`. */
  unplug(): void;
  plug(): void;
  plugged(): boolean;
  /** Sets the fault of the wire from board to host. Errors if a wire can't have the fault. */
  setFault(fault: string): Result<void>;
  fault(): Fault;
}

interface End {
  listener: SerialListener | null;
  busy_until_ms: number;
  baud: number;
}

const BITS_PER_BYTE = 10; // 8 data bits, start and stop

export function createSerialPipe({
  clock,
  random,
  path = 'the virtual cable',
  baud: fixed_baud,
}: {
  readonly clock: Clock;
  readonly random: Random;
  readonly path?: string;
  /** Rate of both ends. Default: the rate at which each is opened. */
  readonly baud?: number;
}): SerialPipe {
  const ends = { host: blankEnd(), board: blankEnd() };
  const plug = createPlug();
  const wire = createFaultyWire(clock, random, (chunk) => ends.host.listener?.bytes(chunk));

  const carry = (from: End, to: End, bytes: Uint8Array, deliver: (chunk: Uint8Array) => void): void => {
    const start_ms = Math.max(clock.now_ms(), from.busy_until_ms);
    from.busy_until_ms = start_ms + (bytes.length * BITS_PER_BYTE * 1000) / from.baud;
    const chunk = from.baud === to.baud ? Uint8Array.from(bytes) : random.bytes(bytes.length);
    const receiver = to.listener;
    clock.setTimeout(() => receiver && receiver === to.listener && deliver(chunk), from.busy_until_ms - clock.now_ms());
  };

  const port = (name: 'host' | 'board'): SerialPort => {
    const own = ends[name];
    const other = name === 'host' ? ends.board : ends.host;
    const deliver = name === 'board' ? wire.pass : (chunk: Uint8Array) => other.listener?.bytes(chunk);
    const lineFor = (listener: SerialListener): SerialLine => ({
      write: (bytes) => own.listener === listener && bytes.length > 0 && carry(own, other, bytes, deliver),
      close() {
        if (own.listener === listener) own.listener = null;
        return Promise.resolve();
      },
    });
    return {
      path,
      open(listener, baud = BAUD_DEFAULT) {
        if (!plug.isIn()) return Promise.resolve(fail('serial_not_found', `Nothing is at the other end of ${path}.`));
        if (own.listener) return Promise.resolve(fail('serial_busy', `The serial port ${path} is in use.`));
        own.listener = { ...listener };
        Object.assign(own, { busy_until_ms: 0, baud: fixed_baud ?? baud });
        return Promise.resolve(ok(lineFor(own.listener)));
      },
      onPlug: plug.onIn,
    };
  };

  return {
    host: port('host'),
    board: port('board'),
    unplug() {
      plug.pull();
      wire.clear();
      for (const end of [ends.host, ends.board]) {
        const { listener } = end;
        end.listener = null;
        listener?.closed(`${path} was unplugged.`);
      }
    },
    plug: plug.putIn,
    plugged: plug.isIn,
    setFault(fault) {
      const known = readPipeFault(fault);
      if (known.ok) wire.set(known.value);
      return known.ok ? ok(undefined) : known;
    },
    fault: wire.fault,
  };
}

const blankEnd = (): End => ({ listener: null, busy_until_ms: 0, baud: BAUD_DEFAULT });

function createPlug() {
  const waiting = new Set<() => void>();
  let is_in = true;
  return {
    isIn: () => is_in,
    pull: () => (is_in = false),
    putIn() {
      if (is_in) return;
      is_in = true;
      for (const listener of waiting) listener();
    },
    onIn(listener: () => void): () => void {
      waiting.add(listener);
      return () => waiting.delete(listener);
    },
  };
}
