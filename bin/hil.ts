// `tapin hil`: tools for tests on real hardware. `doctor` checks rigs, `compare` compares two sensors, `settings` reads
// and stores what a sensor board remembers, `report` writes one file about a board for its maintainers.

import { InvalidArgumentError, Option, type Command } from 'commander';
import type { CompareOptions } from './hil/compare.ts';
import type { DoctorOptions } from './hil/doctor.ts';
import type { ReportOptions } from './hil/report.ts';
import type { SettingsOptions } from './hil/settings.ts';
import { APERTURE_ERROR_UM } from '../wire/limits.ts';
import { gateValues, integer, mapOption, nonEmpty, rigOption } from './options.ts';

export function addHil(program: Command): Command {
  const hil = program
    .command('hil')
    .summary('Check rigs and compare a real sensor with the virtual one')
    .description(
      'Hardware in the loop: works with rigs, which are sensor boards and devices on a bench, listed in a hardware map (docs/rigs.md).',
    );
  addDoctor(hil);
  addCompare(hil);
  addSettings(hil);
  addReport(hil);
  return hil;
}

const addDoctor = (hil: Command): Command =>
  hil
    .command('doctor')
    .summary('Check each rig and suggest fixes')
    .description(
      'Checks each rig of a map, or one port: whether a board answers, its gates, clock, noise and power. Do not touch the board during the check.',
    )
    .addOption(mapOption())
    .addOption(rigOption())
    .addOption(
      new Option('--sensor <path>', 'serial port of a board, without a map')
        .argParser(nonEmpty('The port', '/dev/serial/by-id/NAME'))
        .conflicts(['map', 'rig']),
    )
    .addOption(
      new Option('--seconds <number>', 'listening time for each board, in seconds')
        .default(10)
        .argParser(integer('The listening time', 3, 3600)),
    )
    .addOption(new Option('--json', 'print JSON instead of a table'))
    .addHelpText(
      'after',
      `
Exit code 0: all rigs are healthy. 1: a rig has a problem. 3: a rig can't be reached.
2: the map can't be read, or the call is invalid.

Examples:
  tapin hil doctor --map rig.yaml
  tapin hil doctor --map rig.yaml --rig bench-1 --seconds 60
  tapin hil doctor --sensor /dev/serial/by-id/usb-tapin_gate_board-if00 --json`,
    )
    .action(async (options: DoctorOptions, command: Command) => {
      if (options.map === undefined && options.sensor === undefined)
        command.error('error: no rig given: use --map rig.yaml, or --sensor with a serial port.', { exitCode: 2 });
      const { checkRigs } = await import('./hil/doctor.ts');
      await checkRigs(options);
    });

const addCompare = (hil: Command): Command =>
  hil
    .command('compare')
    .summary('Compare the measurements of two sensors')
    .description(
      'Compares two sensors stroke by stroke: prints the bias and the spread of B against A for each figure, and whether they are within the error budget of docs/physics.md.',
    )
    .argument('<a>', 'recording, rig of the map, or virtual')
    .argument('<b>', 'recording, rig of the map, or virtual')
    .addOption(mapOption())
    .addOption(
      new Option(
        '--strokes <file>',
        'CSV or YAML file of strokes to play on a rig (default: a small built-in set)',
      ).argParser(nonEmpty('The stroke file', 'strokes.csv')),
    )
    .addOption(
      new Option('--plot <file>', 'SVG plot of the differences of each figure').argParser(
        nonEmpty('The plot', 'compare.svg'),
      ),
    )
    .addOption(new Option('--json', 'print JSON instead of a table'))
    .addHelpText(
      'after',
      `
Exit code 0: every figure is within the budget. 1: a figure exceeds it. 3: a rig can't be reached.
2: a file can't be read, or the call is invalid.

Examples:
  tapin hil compare virtual bench-1 --map rig.yaml --plot bench-1.svg       a real board against the virtual one
  tapin hil compare bench-1 bench-2 --map rig.yaml --strokes putts.csv
  tapin hil compare before.tapin.gz after.tapin.gz                         recordings of tapin device --record`,
    )
    .action(async (a: string, b: string, options: CompareOptions) => {
      const { compareSensors } = await import('./hil/compare.ts');
      await compareSensors(a, b, options);
    });

function serialNumber(text: string): string {
  if (/^[\x20-\x7e]{1,8}$/.test(text)) return text;
  throw new InvalidArgumentError('A serial number must have 1 to 8 letters, digits or signs of ASCII.');
}

const addSettings = (hil: Command): Command =>
  hil
    .command('settings')
    .summary("Read or store a sensor board's serial number and calibration")
    .description(
      'Prints what a sensor board remembers, after storing what is given. The board needs protocol 1.1 (docs/sensor-board.md).',
    )
    .requiredOption('--sensor <path>', 'serial port of the board', nonEmpty('The port', '/dev/serial/by-id/NAME'))
    .addOption(new Option('--serial <text>', 'serial number to store').argParser(serialNumber))
    .addOption(
      new Option(
        '--aperture-um <gates>',
        'error of apertures along the target line to store, in micrometres',
      ).argParser(gateValues('Apertures', APERTURE_ERROR_UM.max)),
    )
    .addOption(new Option('--json', 'print JSON instead of lines'))
    .addHelpText(
      'after',
      `
Exit code 0: read, and stored. 1: the board refuses a setting, or does not answer. 2: the call is invalid.

Examples:
  tapin hil settings --sensor /dev/serial/by-id/usb-FTDI_FT232R_A50285BI-if00-port0
  tapin hil settings --sensor /dev/ttyUSB0 --serial GREEN1 --aperture-um LA=-40,RA=25,LB=0,RB=-10`,
    )
    .action(async (options: SettingsOptions) => {
      const { boardSettings } = await import('./hil/settings.ts');
      await boardSettings(options);
    });

const addReport = (hil: Command): Command =>
  hil
    .command('report')
    .summary('Write one file about a sensor board, to send to its maintainers')
    .description(
      'Checks a sensor board at rest, as doctor does, then records swings with the time at which each gate saw them. Writes everything to one file (docs/sensor-board.md).',
    )
    .requiredOption('--sensor <path>', 'serial port of the board', nonEmpty('The port', '/dev/serial/by-id/NAME'))
    .addOption(
      new Option('--out <file>', 'new file to write')
        .default('board-report.json')
        .argParser(nonEmpty('The report', 'board-report.json')),
    )
    .addOption(
      new Option('--seconds <number>', 'listening time at rest, in seconds')
        .default(10)
        .argParser(integer('The listening time', 3, 3600)),
    )
    .addOption(
      new Option('--swings <number>', 'swings to record, backstrokes included; 0 for none')
        .default(40)
        .argParser(integer('The number of swings', 0, 1000)),
    )
    .addHelpText(
      'after',
      `
Exit code 0: written. 1: the file can't be written. 3: written, but no board answers. 2: the call is invalid.

Examples:
  tapin hil report --sensor /dev/serial/by-id/usb-FTDI_FT232R_A50285BI-if00-port0
  tapin hil report --sensor /dev/ttyUSB0 --swings 0 --out at-rest.json`,
    )
    .action(async (options: ReportOptions) => {
      const { reportBoard } = await import('./hil/report.ts');
      await reportBoard(options);
    });
