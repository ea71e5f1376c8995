// `tapin hil settings` on the firmware of the sensor board, over a kernel tty.

import { join } from 'node:path';
import test from 'ava';
import { createSystemClock } from '../../hal/clock/clock-system.ts';
import { createSeededRandom } from '../../hal/random/random-seeded.ts';
import { createPtyPort, linkTo } from '../../hal/serial/serial-pty.ts';
import { plugInVirtualBoard } from '../../sims/sensor-board/board-on-port.ts';
import { valueOf } from '../support/results.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { runTapin, startTapin } from '../support/process/tapin-process.ts';

test('[protocol] stores serial number and apertures on the board, which keeps them through a brown-out', async (t) => {
  const path = join(await temporaryFolder(t), 'board');
  const board = await startTapin(t, ['sensor', '--board', 'avr', '--link', `pty:${path}`]);
  const settings = (...more: string[]) => runTapin(['hil', 'settings', '--sensor', path, ...more]);
  const stored = await settings('--serial', 'GREEN1', '--aperture-um', 'LA=-40,HB=25');
  t.is(stored.code, 0, stored.stderr);
  board.writeLine({ event: 'brown-out' });
  const read = await settings('--json');
  t.like(JSON.parse(read.stdout), { serial: 'GREEN1', aperture_error_um: { LA: -40, RA: 0, HB: 25 } });
});

test('[protocol] says in one sentence that a board of protocol 1.0 has no settings', async (t) => {
  const path = join(await temporaryFolder(t), 'board');
  const pty = valueOf(t, createPtyPort());
  valueOf(t, await linkTo(pty.path, path));
  const { board, plug } = plugInVirtualBoard(pty, {
    clock: createSystemClock(),
    random: createSeededRandom(1),
    minor: 0,
  });
  valueOf(t, await plug());
  t.teardown(() => {
    board.powerOff();
    pty.close();
  });
  const refused = await runTapin(['hil', 'settings', '--sensor', path, '--serial', 'X']);
  t.is(refused.code, 1);
  t.regex(refused.stderr, /^tapin: The board at .* refuses a setting: it needs protocol 1\.1[^\n]*\.\n$/);
});

test('[protocol] rejects apertures and serial numbers out of range', async (t) => {
  for (const wrong of [
    ['--serial', 'NINECHARS'],
    ['--serial', 'é'],
    ['--aperture-um', 'LA=2001'],
    ['--aperture-um', 'XX=1'],
  ]) {
    const { code, stderr } = await runTapin(['hil', 'settings', '--sensor', '/dev/null', ...wrong]);
    t.is(code, 2, stderr);
    t.regex(stderr, /^[^\n]+\n$/);
  }
});
