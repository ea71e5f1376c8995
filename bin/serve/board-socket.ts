// Pluggable virtual sensor board: each time it is plugged in, it boots behind a new pseudo-terminal at the same path.

import { chownSync, chmodSync, readFileSync } from 'node:fs';
import type { Clock } from '../../hal/clock/clock.ts';
import type { Random } from '../../hal/random/random.ts';
import { createFaultyPort, type FaultyPort } from '../../hal/serial/serial-faulty.ts';
import type { StrokeCall } from '../../sims/putter/stroke-call.ts';
import { plugInVirtualBoard } from '../../sims/sensor-board/board-on-port.ts';
import type { SensorBoard } from '../../sims/sensor-board/sensor-board.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { openPtyLink, type BoardLink } from './pty-link.ts';

export interface BoardSocket {
  plug(): Promise<Result<void>>;
  unplug(): Promise<Result<void>>;
  /** Sets the fault of the cable, which stays across replugging. Errors: `fault_unsupported`. */
  setFault(fault: string): Result<void>;
  /** Plays a stroke. Errors: `sensor_unplugged` and any board error. */
  stroke(stroke: StrokeCall): Result<void>;
}

interface Plugged {
  readonly link: BoardLink;
  readonly cable: FaultyPort;
  readonly board: SensorBoard;
}

interface BoardSocketOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Number of earlier boots of a board on this machine. */
  readonly boots_before: number;
}

export function createBoardSocket({ path, clock, random, boots_before }: BoardSocketOptions): BoardSocket {
  let plugged: Plugged | null = null;
  let fault = 'ok';
  let boots = boots_before;
  return {
    async plug() {
      if (plugged) return ok(undefined);
      const link = await openPtyLink(path);
      if (!link.ok) return link;
      giveToSerialUsers(link.value.tty);
      const cable = createFaultyPort(link.value.port, { clock, random: random.fork('wire') });
      const { board, plug } = plugInVirtualBoard(cable.port, { clock, random, boots_before: boots++ });
      plugged = { link: link.value, cable, board };
      cable.setFault(fault);
      return plug();
    },
    async unplug() {
      const pulled = plugged;
      plugged = null;
      pulled?.board.powerOff();
      await pulled?.link.close();
      return ok(undefined);
    },
    setFault(wanted) {
      const set = plugged ? plugged.cable.setFault(wanted) : ok(undefined);
      if (set.ok) fault = wanted;
      return set;
    },
    stroke: (stroke) => plugged?.board.stroke(stroke) ?? UNPLUGGED,
  };
}

const UNPLUGGED = fail('sensor_unplugged', 'The sensor is unplugged: plug it in to strike.');

/**
 * Gives the tty the same owner and mode that udev gives a serial port, so that the same users can open it. Works only
 * as root.
 */
function giveToSerialUsers(tty: string): void {
  const [, group] = /^dialout:[^:]*:(\d+):/m.exec(readFileSync('/etc/group', 'utf8')) ?? [];
  if (process.getuid?.() !== 0 || group === undefined) return;
  chownSync(tty, 0, Number(group));
  chmodSync(tty, 0o660);
}
