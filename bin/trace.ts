// `tapin trace`: converts a recording to a timeline for trace and signal viewers.

import { Option, type Command } from 'commander';
import { nonEmpty, vcdOption } from './options.ts';
import type { TraceOptions } from './recording/trace-file.ts';

export const addTrace = (program: Command): Command =>
  program
    .command('trace')
    .summary('Convert a recording to a timeline')
    .description(
      'Writes what is in a recording as a trace for https://ui.perfetto.dev (docs/timeline.md): machines, frames on the wire, HTTP, keys, LEDs, storage, … of all devices on one clock, with arrows from cause to effect.',
    )
    .argument('<file>', 'a recording')
    .addOption(
      new Option(
        '--out <file>',
        'gets the trace; packed where its name ends in .gz; beside the recording otherwise',
      ).argParser(nonEmpty('A trace', 'play.trace.json')),
    )
    .addOption(vcdOption())
    .addOption(
      new Option('--bodies', 'with bodies of calls, typed texts and whole screens; they have the codes of sessions'),
    )
    .addHelpText(
      'after',
      `
Exit code 0: it is written. 2: the recording can't be read, or the call is wrong.

Examples:
  tapin run --record play.tapin.gz                       makes a recording
  tapin trace play.tapin.gz                              writes play.trace.json, for https://ui.perfetto.dev
  tapin trace play.tapin.gz --out play.trace.json.gz     packed: the viewer opens it too
  tapin trace play.tapin.gz --vcd play.vcd               gates, keys and LEDs for GTKWave and PulseView too`,
    )
    .action(async (file: string, options: TraceOptions) => {
      const { traceRecording } = await import('./recording/trace-file.ts');
      await traceRecording(file, options);
    });
