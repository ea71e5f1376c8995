// `tapin trace`: converts a recording to a timeline for trace and signal viewers.

import { Option, type Command } from 'commander';
import { nonEmpty, vcdOption } from './options.ts';
import type { TraceOptions } from './recording/trace-file.ts';

export const addTrace = (program: Command): Command =>
  program
    .command('trace')
    .summary('Convert a recording to a timeline')
    .description(
      'Converts a recording to a trace for https://ui.perfetto.dev (docs/timeline.md): statecharts, wire frames, HTTP, keys, LEDs, storage, … of all devices on one clock, with arrows from cause to effect.',
    )
    .argument('<file>', 'recording')
    .addOption(
      new Option(
        '--out <file>',
        'trace file, compressed if its name ends in .gz (default: beside the recording)',
      ).argParser(nonEmpty('The trace file', 'play.trace.json')),
    )
    .addOption(vcdOption())
    .addOption(new Option('--bodies', 'include call bodies, typed texts and whole screens; they contain session codes'))
    .addHelpText(
      'after',
      `
Exit code 0: the trace is written. 2: the recording can't be read, or the call is invalid.

Examples:
  tapin run --record play.tapin.gz                       make a recording
  tapin trace play.tapin.gz                              write play.trace.json for https://ui.perfetto.dev
  tapin trace play.tapin.gz --out play.trace.json.gz     compressed; the viewer opens it too
  tapin trace play.tapin.gz --vcd play.vcd               also gates, keys and LEDs for GTKWave and PulseView`,
    )
    .action(async (file: string, options: TraceOptions) => {
      const { traceRecording } = await import('./recording/trace-file.ts');
      await traceRecording(file, options);
    });
