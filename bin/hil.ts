// `tapin hil`: tools for tests on real hardware. `doctor` checks rigs, `compare` compares two sensors.

import { Option, type Command } from 'commander';
import type { CompareOptions } from './hil/compare.ts';
import type { DoctorOptions } from './hil/doctor.ts';
import { integer, mapOption, nonEmpty, rigOption } from './options.ts';

export function addHil(program: Command): Command {
  const hil = program
    .command('hil')
    .summary('Check rigs and compare a real sensor with the virtual one')
    .description(
      'Hardware in the loop: rigs are sensor boards and devices on a bench, listed in a hardware map (docs/rigs.md).',
    );
  addDoctor(hil);
  addCompare(hil);
  return hil;
}

const addDoctor = (hil: Command): Command =>
  hil
    .command('doctor')
    .summary('Check each rig and say what to do next')
    .description(
      'Looks at each rig of a map, or at one port: whether a board answers, its gates, its clock, noise and power. Keep away from the board meanwhile.',
    )
    .addOption(mapOption())
    .addOption(rigOption())
    .addOption(
      new Option('--sensor <path>', 'a serial port, without a map')
        .argParser(nonEmpty('A port', '/dev/serial/by-id/NAME'))
        .conflicts(['map', 'rig']),
    )
    .addOption(
      new Option('--seconds <number>', 'how long each board is listened to')
        .default(10)
        .argParser(integer('Seconds', 3, 3600)),
    )
    .addOption(new Option('--json', 'prints JSON in the place of a table'))
    .addHelpText(
      'after',
      `
Exit code 0: all is well. 1: something is wrong with a rig. 3: a rig can't be reached.
2: the map can't be read, or the call is wrong.

Examples:
  tapin hil doctor --map rig.yaml
  tapin hil doctor --map rig.yaml --rig bench-1 --seconds 60
  tapin hil doctor --sensor /dev/serial/by-id/usb-tapin_gate_board-if00 --json`,
    )
    .action(async (options: DoctorOptions, command: Command) => {
      if (options.map === undefined && options.sensor === undefined)
        command.error('error: Say what to look at: --map rig.yaml, or --sensor and a serial port.', { exitCode: 2 });
      const { lookAtRigs } = await import('./hil/doctor.ts');
      await lookAtRigs(options);
    });

const addCompare = (hil: Command): Command =>
  hil
    .command('compare')
    .summary('Compare the figures of two sensors')
    .description(
      'Compares two sensors stroke by stroke: for each figure the bias and the spread of B beside A, and whether they are within the error budget of docs/physics.md.',
    )
    .argument('<a>', 'a recording, a rig of the map, or virtual')
    .argument('<b>', 'the same')
    .addOption(mapOption())
    .addOption(
      new Option('--strokes <file>', 'CSV or YAML with what is struck on a rig; a small set otherwise').argParser(
        nonEmpty('Strokes', 'strokes.csv'),
      ),
    )
    .addOption(
      new Option('--plot <file>', 'writes an SVG with the differences of each figure').argParser(
        nonEmpty('A plot', 'compare.svg'),
      ),
    )
    .addOption(new Option('--json', 'prints JSON in the place of a table'))
    .addHelpText(
      'after',
      `
Exit code 0: every figure is within the budget. 1: one is not. 3: a rig can't be reached.
2: something can't be read, or the call is wrong.

Examples:
  tapin hil compare virtual bench-1 --map rig.yaml --plot bench-1.svg       a real board beside the virtual one
  tapin hil compare bench-1 bench-2 --map rig.yaml --strokes putts.csv
  tapin hil compare before.tapin.gz after.tapin.gz                         recordings of tapin device --record`,
    )
    .action(async (a: string, b: string, options: CompareOptions) => {
      const { compareSensors } = await import('./hil/compare.ts');
      await compareSensors(a, b, options);
    });
