// Implements `tapin trace`.

import { readRecording } from '../../simulation/recordings/recording-file.ts';
import { writeTimeline } from '../../simulation/timeline/write-timeline.ts';
import { printMessage } from '../process/process.ts';

export interface TraceOptions {
  readonly out?: string;
  readonly vcd?: string;
  readonly bodies?: boolean;
}

export async function traceRecording(path: string, { out, vcd, bodies = false }: TraceOptions): Promise<void> {
  const recording = readRecording(path);
  const trace = out ?? `${path.replace(/(\.tapin)?\.gz$/, '')}.trace.json`;
  const files = { trace, ...(vcd === undefined ? {} : { vcd }), bodies };
  const written = recording.ok ? await writeTimeline(recording.value, files) : recording;
  if (!written.ok) {
    const { message } = written.error;
    printMessage(message.includes(path) ? message : `${path}: ${message}`);
    process.exitCode = 2;
    return;
  }
  process.stdout.write(`${trace}: open it at https://ui.perfetto.dev\n`);
  if (vcd !== undefined) process.stdout.write(`${vcd}: open it with GTKWave or PulseView\n`);
}
