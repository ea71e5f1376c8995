// Checks the sensor board at a serial port, which must be left alone meanwhile.

import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { createSystemClock } from '../../hal/clock/clock-system.ts';
import { createTtyPort } from '../../hal/serial/serial-tty.ts';
import { boardFindings, portFinding, unfit, type Finding } from '../../simulation/rigs/diagnosis.ts';
import { observeBoard, type BoardReport } from '../../simulation/rigs/look-at-board.ts';
import type { Rig } from '../../simulation/rigs/rig.ts';

interface InspectedBoard {
  readonly findings: readonly Finding[];
  /** Null if the port does not open. */
  readonly report: BoardReport | null;
}

export async function inspectBoard(
  path: string,
  expected: Pick<Rig, 'expect'>,
  quiet_ms: number,
): Promise<InspectedBoard> {
  if (!existsSync(path))
    return unopened([
      unfit('port', 'unreachable', `${path} not found`, 'plug in the board; ls -l /dev/serial/by-id lists the ports'),
    ]);
  const port = portFinding(path, namesOf(path));
  const inspected = await observeBoard(createTtyPort(path), createSystemClock(), quiet_ms);
  if (!inspected.ok) {
    const todo =
      inspected.error.code === 'serial_busy'
        ? 'end the program that uses it; fuser -v shows it'
        : 'check its permissions, and that it is a serial port';
    return unopened([port, unfit('open', 'unreachable', inspected.error.message, todo)]);
  }
  const { value: report } = inspected;
  return { findings: [port, ...boardFindings(report, expected, quiet_ms)], report };
}

const unopened = (findings: readonly Finding[]): InspectedBoard => ({ findings, report: null });

/** Returns the stable names of the same port. */
function namesOf(path: string): readonly string[] {
  const target = realpathSync(path);
  return ['/dev/serial/by-id', '/dev/serial/by-path']
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
    .filter((name) => existsSync(name) && realpathSync(name) === target);
}
