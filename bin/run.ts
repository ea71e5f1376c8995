// `tapin run`: runs a virtual device with its front panel and cloud on this machine, and optional guests.

import { Option, type Command } from 'commander';
import {
  cloudOption,
  connectorOption,
  deviceDataOption,
  firmwareKeyOption,
  guestsOption,
  identityOption,
  keyboardOption,
  logFormatOption,
  openOption,
  panelHostOption,
  panelPortOption,
  portOption,
  recordOption,
  releasesOption,
  seedOption,
  boardOption,
  simulatorOption,
  traceOption,
  vcdOption,
  verboseOption,
} from './options.ts';
import type { BoardKind } from '../sims/sensor-board/board-events.ts';
import type { RunOptions } from './serve/run.ts';
import type { VirtualRunOptions } from './serve/virtual-run.ts';

/** Options that need real hardware or network, and so real time. */
const REAL = ['data', 'sensor', 'relayPort', 'cloud', 'identity', 'simulator', 'connector', 'keyboard', 'releases'];

const virtualTimeOption = (): Option =>
  new Option(
    '--virtual-time',
    'run devices and cloud in memory on one virtual clock; the same seed gives the same bytes',
  ).conflicts(REAL);

type RunCall = Omit<RunOptions & VirtualRunOptions, 'sensorBoard'> & { readonly board: BoardKind };

export const addRun = (program: Command): Command =>
  program
    .command('run')
    .summary('Run virtual devices in the browser')
    .description('Runs a putting device on this machine and serves its front panel to a browser.')
    .addOption(panelPortOption())
    .addOption(panelHostOption())
    .addOption(openOption())
    .addOption(deviceDataOption())
    .option('--sensor <path>', 'serial port of a sensor board, or virtual', 'virtual')
    .addOption(boardOption())
    .addOption(guestsOption())
    .addOption(portOption('the built-in cloud', 0, '--relay-port'))
    .addOption(cloudOption())
    .addOption(identityOption())
    .addOption(simulatorOption())
    .addOption(connectorOption())
    .addOption(keyboardOption())
    .addOption(releasesOption())
    .addOption(firmwareKeyOption())
    .addOption(seedOption())
    .addOption(virtualTimeOption())
    .addOption(new Option('--paused', 'start with virtual time paused').implies({ virtualTime: true }))
    .addOption(recordOption())
    .addOption(traceOption(', written at the end'))
    .addOption(vcdOption())
    .addOption(verboseOption())
    .addOption(logFormatOption())
    .addHelpText(
      'after',
      `
Examples:
  tapin run                                     a device with a virtual sensor and its data in ./tapin-data
  tapin run --open                              the same, and open its page in the browser
  tapin run --port 0 --data /tmp/a --seed 7     a new device with repeatable behaviour
  tapin run --guests 3                          a host and three guests side by side
  tapin run --cloud http://192.168.1.20:8322 --identity me.json    use another cloud
  tapin run --cloud http://192.168.1.20:8322 --firmware-key firmware.pub      and install its firmware
  tapin run --simulator golf-pc:921             send putts to GSPro; choose Simulator in the menu
  tapin run --record play.tapin.gz              record for tapin replay
  tapin run --virtual-time --paused --seed 7    time advances by POST /api/time (docs/http-api.md)
  tapin run --trace play.trace.json             write a timeline at the end
  tapin run --board avr                         the virtual sensor runs the firmware of a real one
  tapin run --sensor /dev/serial/by-id/usb-…    the same device with a real sensor`,
    )
    .action(run);

async function run({ board, ...given }: RunCall, command: Command): Promise<void> {
  const options = { ...given, sensorBoard: board };
  if (options.virtualTime === true) {
    const { serveVirtualRun } = await import('./serve/virtual-run.ts');
    return serveVirtualRun(options);
  }
  if (options.sensor !== 'virtual' && board !== 'model')
    command.error('error: --board is for a virtual sensor; remove --sensor.', { exitCode: 2 });
  if (options.cloud !== undefined && options.guests > 0)
    command.error('error: --guests uses the built-in cloud; remove --cloud.', { exitCode: 2 });
  if (options.identity !== undefined && options.cloud === undefined)
    command.error('error: --identity requires --cloud; the built-in cloud enrols its devices itself.', {
      exitCode: 2,
    });
  if (options.cloud === undefined && (options.firmwareKey ?? options.releases) !== undefined)
    command.error('error: --firmware-key and --releases require --cloud; a run trusts its built-in cloud.', {
      exitCode: 2,
    });
  if (options.releases !== undefined && options.firmwareKey === undefined)
    command.error('error: --releases requires --firmware-key.', { exitCode: 2 });
  const { imageFromLoader } = await import('./release/booted-image.ts');
  if (options.releases !== undefined && imageFromLoader() === null) {
    const { bootReleases } = await import('./release/boot-releases.ts');
    return bootReleases(options.releases);
  }
  const { serveRun } = await import('./serve/run.ts');
  await serveRun(options);
}
