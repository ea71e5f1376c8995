// `tapin device`: this machine is the device, with a real sensor. Until its display drivers come, the front panel is its
// screen and keys.

import { InvalidArgumentError, type Command } from 'commander';
import {
  cloudOption,
  connectorOption,
  deviceDataOption,
  identityOption,
  keyboardOption,
  logFormatOption,
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
import type { DeviceOptions } from './serve-device.ts';

const realSensor = (path: string): string => {
  if (path !== 'virtual') return path;
  throw new InvalidArgumentError('A device has a real sensor; tapin run has a virtual one.');
};

export const addDevice = (program: Command): Command =>
  program
    .command('device')
    .summary('this machine is the device, with a real sensor')
    .description('Runs the firmware on a real strike sensor. For now the front panel is its screen and its keys.')
    .requiredOption('--sensor <path>', 'serial port of the sensor board', realSensor)
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
    .addOption(traceOption(', when it ends'))
    .addOption(vcdOption())
    .addOption(verboseOption())
    .addOption(logFormatOption())
    .addHelpText(
      'after',
      `
Examples:
  tapin device --sensor /dev/serial/by-id/usb-tapin_gate_board-if00
  tapin device --sensor /dev/serial0 --cloud http://192.168.1.20:8322 --identity identity.json
  tapin device --sensor /dev/serial0 --simulator 192.168.1.20 --keyboard /dev/hidg0
  tapin device --sensor /dev/serial0 --data /var/lib/tapin --host 192.168.1.20
  tapin device --sensor /dev/serial0 --cloud https://golf.example --releases /opt/tapin --firmware-key foogolf.pub`,
    )
    .action(async (options: DeviceOptions, command: Command) => {
      if ((options.releases === undefined) !== (options.firmwareKey === undefined))
        command.error('error: --releases and --firmware-key go together: where firmware goes, and whose it may be.', {
          exitCode: 2,
        });
      const { bootReleases, imageFromLoader } = await import('./boot-releases.ts');
      if (options.releases !== undefined && imageFromLoader() === null) return bootReleases(options.releases);
      const { serveDevice } = await import('./serve-device.ts');
      await serveDevice(options);
    });
