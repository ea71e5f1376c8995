// Checks of `tapin doctor`, one for each port.

import { execFile } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createSystemClock } from '../../hal/clock/clock-system.ts';
import { isClockKept } from '../../hal/clock/time-service.ts';
import { findDisplays } from '../../hal/display/find-displays.ts';
import { findInputs } from '../../hal/keys/find-inputs.ts';
import { useInWords } from '../../hal/keys/input-use.ts';
import { keyMapOf } from '../../hal/keys/key-map.ts';
import { findLeds } from '../../hal/leds/find-leds.ts';
import { LED_UDEV_RULE } from '../../hal/leds/leds-sysfs.ts';
import { createNmcliWifi } from '../../hal/wifi/wifi-nmcli.ts';
import { systemCodeOf } from '../../wire/errors.ts';
import type { BoardSetup } from '../board/board-shapes.ts';

export interface HardwareFinding {
  readonly state: 'found' | 'missing' | 'no rights';
  /** Lines that describe the hardware found, or why none was. */
  readonly what: readonly string[];
  /** Suggested next step. */
  readonly advice?: string;
}

interface Check {
  readonly port: string;
  isWanted(board: BoardSetup): boolean;
  inspect(board: BoardSetup): HardwareFinding | Promise<HardwareFinding>;
}

const found = (...what: readonly string[]): HardwareFinding => ({ state: 'found', what });
const missing = (what: string, advice?: string): HardwareFinding => ({
  state: 'missing',
  what: [what],
  ...(advice === undefined ? {} : { advice }),
});
const noRights = (path: string, group: string): HardwareFinding => ({
  state: 'no rights',
  what: [`No permission to use ${path}.`],
  advice: `Add the user to the group ${group} with sudo usermod -aG ${group} "$USER", and log in again.`,
});

/** Checks that a device file exists and can be read and written. */
function fileAt(path: string, group: string, advice: string): HardwareFinding {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return found(path);
  } catch (thrown) {
    return systemCodeOf(thrown) === 'EACCES' ? noRights(path, group) : missing(`${path} not found.`, advice);
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

const NO_SENSOR = 'Plug in the sensor board, or enable its UART in config.txt (enable_uart=1).';
const sensor: Check = {
  port: 'sensor',
  isWanted: (board) => board.sensor !== undefined,
  inspect(board) {
    if (board.sensor === 'virtual') return found('virtual: putts come from the page');
    if (board.sensor !== undefined) return fileAt(board.sensor, 'dialout', NO_SENSOR);
    const ports = [...filesIn('/dev/serial/by-id', /./), ...filesIn('/dev', /^(serial\d|ttyAMA\d|ttyACM\d|ttyUSB\d)$/)];
    return ports.length > 0 ? found(...ports) : missing('No serial port.', NO_SENSOR);
  },
};

const NO_CARD =
  'Plug one in, or enable the built-in one in config.txt (dtparam=audio=on). The user must be in the group audio.';
const NO_DISPLAY = 'Plug in the display; a small panel needs its overlay in config.txt.';
const display: Check = {
  port: 'display',
  isWanted: (board) => board.display !== undefined,
  inspect(board) {
    const device = board.display?.device;
    const displays = findDisplays().filter((each) => device === undefined || each.device === device);
    const denied = displays.find(({ code }) => code === 'EACCES');
    if (denied) return noRights(denied.device, 'video');
    const lines = displays.flatMap((each) => each.outputs.map((output) => `${each.device} ${output}`));
    const used = lines.some((line) => /\d+x\d+/.test(line));
    if (used) return found(...lines);
    return lines.length > 0
      ? { state: 'missing', what: lines, advice: NO_DISPLAY }
      : missing(`No ${device ?? 'display'}.`, NO_DISPLAY);
  },
};

const keyboard: Check = {
  port: 'keyboard',
  isWanted: (board) => board.keyboard !== undefined,
  inspect: (board) =>
    fileAt(
      board.keyboard ?? '/dev/hidg0',
      'input',
      'On a Raspberry Pi, add dtoverlay=dwc2,dr_mode=peripheral to config.txt and run tapin gadget up.',
    ),
};

const clock: Check = {
  port: 'clock',
  isWanted: () => true,
  inspect: () =>
    createSystemClock(() => isClockKept()).synced()
      ? found(new Date().toISOString())
      : missing(
          `The clock is not synchronised; it shows ${new Date().toISOString()}.`,
          'Join a network with a time server; check with timedatectl.',
        ),
};

const network: Check = {
  port: 'network',
  isWanted: () => false,
  inspect() {
    const addresses = Object.entries(networkInterfaces()).flatMap(([name, all]) =>
      (all ?? []).filter(({ internal }) => !internal).map(({ address }) => `${name} ${address}`),
    );
    return addresses.length > 0 ? found(...addresses) : missing('No network.');
  },
};

const inputs: Check = {
  port: 'inputs',
  isWanted: (board) => board.inputs !== undefined,
  inspect(board) {
    const map = keyMapOf(board.inputs?.keys);
    const all = map.ok ? findInputs(map.value) : [];
    const denied = all.find(({ access }) => !access);
    if (denied) return noRights(`${denied.path} (${denied.name})`, 'input');
    const lines = all.map(({ path, name, use }) => `${path} ${name}: ${useInWords(use)}`);
    return lines.length > 0
      ? found(...lines)
      : missing('No keys, knob or touch screen.', 'Buttons on pins need gpio-key in config.txt (docs/inputs.md).');
  },
};

const leds: Check = {
  port: 'leds',
  isWanted: (board) => board.leds !== undefined,
  inspect(board) {
    const all = findLeds();
    const wanted = (board.leds ?? []).flatMap((led) => Object.values(led));
    const lost = wanted.find((name) => all.every((led) => led.name !== name));
    if (lost !== undefined || all.length === 0)
      return missing(
        `No ${lost === undefined ? 'LED' : `LED ${lost}`} in /sys/class/leds.`,
        'LEDs on pins need gpio-led in config.txt (docs/leds-and-sound.md).',
      );
    const denied = all.find(({ name, writable }) => !writable && (wanted.length === 0 || wanted.includes(name)));
    if (denied)
      return {
        state: 'no rights',
        what: [`No permission to set the LED ${denied.name}.`],
        advice: `Add the user to the group video, and this line to /etc/udev/rules.d/70-tapin-leds.rules: ${LED_UDEV_RULE}`,
      };
    return found(...all.map(({ name, kind }) => `${name}, ${kind === 'single' ? 'one colour' : 'multicolor'}`));
  },
};

const speaker: Check = {
  port: 'speaker',
  isWanted: (board) => board.speaker !== undefined,
  async inspect() {
    try {
      const { stdout } = await promisify(execFile)('aplay', ['-l'], { env: { ...process.env, LC_ALL: 'C' } });
      const cards = stdout.split('\n').filter((line) => line.startsWith('card '));
      return cards.length > 0 ? found(...cards) : missing('No sound card.', NO_CARD);
    } catch (thrown) {
      return systemCodeOf(thrown) === 'ENOENT'
        ? missing('aplay not found.', 'Install it with sudo apt-get install alsa-utils.')
        : missing('No sound card.', NO_CARD);
    }
  },
};

const wifi: Check = {
  port: 'wifi',
  isWanted: (board) => board.wifi !== undefined,
  async inspect(board) {
    const status = await createNmcliWifi(board.wifi === 'virtual' ? {} : board.wifi).status();
    if (!status.ok) return missing(status.error.message);
    const { value } = status;
    const { name, signal_percent, address } = value;
    return found(
      name === null ? 'Adapter found, not connected.' : `${name}, ${signal_percent} %, ${address ?? 'no address'}`,
    );
  },
};

export const CHECKS: readonly Check[] = [sensor, display, inputs, leds, speaker, keyboard, clock, network, wifi];
