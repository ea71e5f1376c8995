// A virtual sensor board that is plugged in and out: each time it boots behind a new pseudo-terminal, by the same path.

import { chownSync, chmodSync, readFileSync } from 'node:fs';
import type { Clock } from '../../hal/clock/clock.ts';
import type { Random } from '../../hal/random/random.ts';
import { createFaultyPort, type FaultyPort } from '../../hal/serial/serial-faulty.ts';
import type { StrokeCall } from '../../sims/putter/stroke-call.ts';
import { createBoardOnPort } from '../../sims/sensor-board/board-on-port.ts';
import type { SensorBoard } from '../../sims/sensor-board/sensor-board.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { openPtyLink, type BoardLink } from './pty-link.ts';

export interface BoardSocket {
  plug(): Promise<Result<void>>;
  unplug(): Promise<Result<void>>;
  /** Of the cable, also of one that is plugged in later. Errors: `fault_unsupported`. */
  setFault(fault: string): Result<void>;
  /** Errors: `sensor_unplugged`, and those of a board. */
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
  /** How often a board has booted here. */
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
      const { board, plug } = createBoardOnPort(cable.port, { clock, random, boots_before: boots++ });
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

/** As udev does with a serial port: who may use those may use this one. Only root can. */
function giveToSerialUsers(tty: string): void {
  const [, group] = /^dialout:[^:]*:(\d+):/m.exec(readFileSync('/etc/group', 'utf8')) ?? [];
  if (process.getuid?.() !== 0 || group === undefined) return;
  chownSync(tty, 0, Number(group));
  chmodSync(tty, 0o660);
}
