// `tapin device`: runs this machine as a device, with the sensor and the hardware in its board file.

import type { Command } from 'commander';
import {
  cloudOption,
  connectorOption,
  deviceDataOption,
  identityOption,
  keyboardOption,
  logFormatOption,
  nonEmpty,
  panelHostOption,
  panelPortOption,
  simulatorOption,
  firmwareKeyOption,
  recordOption,
  releasesOption,
  traceOption,
  vcdOption,
  verboseOption,
} from './options.ts';
import type { UsedBoard } from './board/board-file.ts';
import type { DeviceOptions } from './serve/device.ts';
import { ok } from '../wire/errors.ts';

type Given = Omit<DeviceOptions, keyof UsedBoard | 'sensor'> & { readonly sensor?: string };

interface DeviceCall extends Given {
  readonly board?: string;
  readonly fallbackBoard?: string;
}

const NO_BOARD: UsedBoard = { board: {}, board_problem: '' };

/** Merges the options with the board file; the command line wins. Null without a sensor. */
function withBoard(given: Given, used: UsedBoard): DeviceOptions | null {
  const { sensor, keyboard, cloud } = { ...used.board, ...given };
  if (sensor === undefined) return null;
  return { ...given, ...used, sensor, ...(keyboard && { keyboard }), ...(cloud && { cloud }) };
}

export const addDevice = (program: Command): Command =>
  program
    .command('device')
    .summary('Run this machine as the device')
    .description(
      'Runs the firmware with the sensor and the other hardware that a board file lists; the front panel shows the device.',
    )
    .option('--sensor <path>', 'serial port of the sensor board, or virtual: putts then come from the page')
    .option(
      '--board <file>',
      'hardware wired to this machine (docs/raspberry-pi.md)',
      nonEmpty('The board file', 'board.yaml'),
    )
    .option(
      '--fallback-board <file>',
      'board file to use if that of --board has a mistake; the device then shows the mistake',
      nonEmpty('The board file', 'board.yaml'),
    )
    .addOption(panelPortOption())
    .addOption(panelHostOption())
    .addOption(deviceDataOption())
    .addOption(cloudOption())
    .addOption(identityOption())
    .addOption(simulatorOption())
    .addOption(connectorOption())
    .addOption(keyboardOption())
    .addOption(releasesOption())
    .addOption(firmwareKeyOption())
    .addOption(recordOption())
    .addOption(traceOption(', written at the end'))
    .addOption(vcdOption())
    .addOption(verboseOption())
    .addOption(logFormatOption())
    .addHelpText(
      'after',
      `
Examples:
  tapin device --sensor /dev/serial/by-id/usb-tapin_gate_board-if00
  tapin device --sensor /dev/serial0 --cloud http://192.168.1.20:8322 --identity identity.json
  tapin device --board /etc/tapin/board.yaml    with the display and the sensor in that file
  tapin device --sensor /dev/serial0 --simulator 192.168.1.20 --keyboard /dev/hidg0
  tapin device --sensor /dev/serial0 --data /var/lib/tapin --host 192.168.1.20
  tapin device --sensor /dev/serial0 --cloud https://golf.example --releases /opt/tapin --firmware-key foogolf.pub`,
    )
    .action(async ({ board, fallbackBoard, ...given }: DeviceCall, command: Command) => {
      if (fallbackBoard !== undefined && board === undefined)
        command.error('error: --fallback-board must be used with --board.', { exitCode: 2 });
      const { readBoards } = await import('./board/board-file.ts');
      const used = board === undefined ? ok(NO_BOARD) : readBoards(board, fallbackBoard);
      if (!used.ok) command.error(`error: ${used.error.message}`, { exitCode: 2 });
      const options = withBoard(given, used.value);
      if (options === null)
        command.error('error: no sensor given: use --sensor, or sensor in the board file.', { exitCode: 2 });
      if ((options.releases === undefined) !== (options.firmwareKey === undefined))
        command.error('error: --releases and --firmware-key must be used together.', {
          exitCode: 2,
        });
      const { imageFromLoader } = await import('./release/booted-image.ts');
      if (options.releases !== undefined && imageFromLoader() === null) {
        const { bootReleases } = await import('./release/boot-releases.ts');
        return bootReleases(options.releases);
      }
      const { bootDevice } = await import('./release/boot-device.ts');
      await bootDevice(options);
    });
