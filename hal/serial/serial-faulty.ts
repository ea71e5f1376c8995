// Serial port with a faulty wire: written bytes arrive as the fault distorts them (pipe-faults.ts).

import { ok, type Result } from '../../wire/errors.ts';
import type { Clock } from '../clock/clock.ts';
import type { Random } from '../random/random.ts';
import { createFaultyWire, readPipeFault } from './pipe-faults.ts';
import type { SerialLine, SerialPort } from './serial.ts';

export interface FaultyPort {
  readonly port: SerialPort;
  /** Sets the fault of the wire. Errors: `fault_unsupported`. */
  setFault(fault: string): Result<void>;
}

export function createFaultyPort(
  behind: SerialPort,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): FaultyPort {
  let line: SerialLine | null = null;
  const wire = createFaultyWire(clock, random, (bytes) => line?.write(bytes));
  return {
    port: {
      ...behind,
      async open(listener, baud) {
        wire.clear();
        const opened = await behind.open(listener, baud);
        if (!opened.ok) return opened;
        line = opened.value;
        return ok({ write: (bytes) => wire.pass(bytes), close: () => opened.value.close() });
      },
    },
    setFault(fault) {
      const known = readPipeFault(fault);
      if (known.ok) wire.set(known.value);
      return known.ok ? ok(undefined) : known;
    },
  };
}
