// What `tapin doctor` looks at, port by port.

import { accessSync, constants, readdirSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { createSystemClock } from '../hal/clock/clock-system.ts';
import { isClockKept } from '../hal/clock/time-service.ts';
import { findDisplays } from '../hal/display/find-displays.ts';
import { systemCodeOf } from '../wire/errors.ts';
import type { BoardSetup } from './board-shapes.ts';

export interface Finding {
  readonly state: 'found' | 'missing' | 'no rights';
  /** What there is, a line each; why there is nothing. */
  readonly what: readonly string[];
  /** What to do next. */
  readonly advice?: string;
}

interface Check {
  readonly port: string;
  isWanted(board: BoardSetup): boolean;
  look(board: BoardSetup): Finding | Promise<Finding>;
}

const found = (...what: readonly string[]): Finding => ({ state: 'found', what });
const missing = (what: string, advice?: string): Finding => ({
  state: 'missing',
  what: [what],
  ...(advice === undefined ? {} : { advice }),
});
const noRights = (path: string, group: string): Finding => ({
  state: 'no rights',
  what: [`${path} is there, and this user may not use it.`],
  advice: `Add the user to the group ${group}: sudo usermod -aG ${group} "$USER", and log in again.`,
});

/** A file of a device: that it is there, and may be read and written. */
function fileAt(path: string, group: string, advice: string): Finding {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return found(path);
  } catch (thrown) {
    return systemCodeOf(thrown) === 'EACCES' ? noRights(path, group) : missing(`${path} is not there.`, advice);
  }
}

function filesIn(folder: string, pattern: RegExp): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => pattern.test(name))
      .toSorted()
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

const NO_SENSOR = 'Plug the sensor board in, or switch its UART on in config.txt (enable_uart=1).';
const sensor: Check = {
  port: 'sensor',
  isWanted: (board) => board.sensor !== undefined,
  look(board) {
    if (board.sensor !== undefined) return fileAt(board.sensor, 'dialout', NO_SENSOR);
    const ports = [...filesIn('/dev/serial/by-id', /./), ...filesIn('/dev', /^(serial\d|ttyAMA\d|ttyACM\d|ttyUSB\d)$/)];
    return ports.length > 0 ? found(...ports) : missing('There is no serial port.', NO_SENSOR);
  },
};

const NO_DISPLAY = 'Plug the display in; a small panel wants its overlay in config.txt.';
const display: Check = {
  port: 'display',
  isWanted: (board) => board.display !== undefined,
  look(board) {
    const device = board.display?.device;
    const displays = findDisplays().filter((each) => device === undefined || each.device === device);
    const denied = displays.find(({ code }) => code === 'EACCES');
    if (denied) return noRights(denied.device, 'video');
    const lines = displays.flatMap((each) => each.outputs.map((output) => `${each.device} ${output}`));
    const used = lines.some((line) => /\d+x\d+/.test(line));
    if (used) return found(...lines);
    return lines.length > 0
      ? { state: 'missing', what: lines, advice: NO_DISPLAY }
      : missing(`There is no ${device ?? 'display'}.`, NO_DISPLAY);
  },
};

const keyboard: Check = {
  port: 'keyboard',
  isWanted: (board) => board.keyboard !== undefined,
  look: (board) =>
    fileAt(
      board.keyboard ?? '/dev/hidg0',
      'input',
      'A Raspberry Pi is a USB keyboard with dtoverlay=dwc2,dr_mode=peripheral in config.txt and the gadget set up.',
    ),
};

const clock: Check = {
  port: 'clock',
  isWanted: () => true,
  look: () =>
    createSystemClock(isClockKept).synced()
      ? found(new Date().toISOString())
      : missing(
          `The clock shows ${new Date().toISOString()}, and nothing has set it yet.`,
          'Join a network with a time server; timedatectl says how it goes.',
        ),
};

const network: Check = {
  port: 'network',
  isWanted: () => false,
  look() {
    const addresses = Object.entries(networkInterfaces()).flatMap(([name, all]) =>
      (all ?? []).filter(({ internal }) => !internal).map(({ address }) => `${name} ${address}`),
    );
    return addresses.length > 0 ? found(...addresses) : missing('There is no network.');
  },
};

export const CHECKS: readonly Check[] = [sensor, display, keyboard, clock, network];
