// What a timeline costs: an hour in which somebody putts all the time, as a trace and as signals.

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { recordingOf, type Recording } from '../simulation/recordings/recording.ts';
import { readScenario } from '../simulation/scenarios/reading/read-scenario.ts';
import { runScenario } from '../simulation/scenarios/run-scenario.ts';
import { openVirtualBackend } from '../simulation/scenarios/virtual/virtual-backend.ts';
import { writeTimeline, type TimelineFiles } from '../simulation/timeline/write-timeline.ts';
import { assert, fail, ok } from '../wire/errors.ts';
import { thousands, type Figure, type Size } from './figures.ts';

const MINUTES = { whole: 60, tiny: 1 } as const;

export async function benchTimeline(size: Size): Promise<readonly Figure[]> {
  const minutes = MINUTES[size];
  const recording = await playedFor(minutes);
  const folder = mkdtempSync(join(tmpdir(), 'tapin-bench-'));
  const [trace, vcd] = [join(folder, 'a.json'), join(folder, 'a.vcd')];
  try {
    const before = process.memoryUsage().rss;
    const trace_ms = await timeOf(recording, { trace });
    const grown = Math.max(0, process.memoryUsage().rss - before);
    const vcd_ms = await timeOf(recording, { vcd });
    const packed = gzipSync(readFileSync(trace)).length;
    const text = recording.turns.reduce((sum, turn) => sum + turn.length, 0);
    return [
      { what: `${minutes} min of play as a trace`, value: `${(trace_ms / 1000).toFixed(2)} s`, beside: `${thousands(recording.turns.length)} turns` }, // oxfmt-ignore
      { what: '  its file', value: mebibytes(statSync(trace).size), beside: `the recording, unpacked: ${mebibytes(text)}` }, // oxfmt-ignore
      { what: '  packed, as .json.gz', value: mebibytes(packed), beside: '' },
      { what: '  memory beyond the recording', value: mebibytes(grown), beside: '' },
      { what: `${minutes} min of play as signals`, value: `${(vcd_ms / 1000).toFixed(2)} s`, beside: mebibytes(statSync(vcd).size) }, // oxfmt-ignore
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(2)} MiB`;

async function timeOf(recording: Recording, files: TimelineFiles): Promise<number> {
  const began_ms = performance.now();
  const written = await writeTimeline(recording, files);
  assert(written.ok, 'the timeline is written');
  return performance.now() - began_ms;
}

/** A golfer who putts every nine seconds. */
async function playedFor(minutes: number): Promise<Recording> {
  const text = `steps: [{ choose: [Metrics only, Start] }, { golfer: on }, { advance: ${minutes} min }]`;
  const scenario = readScenario(text, { file: 'bench', include: () => fail('bad_value', 'none') });
  assert(scenario.ok, 'the scenario can be read');
  const world = await openVirtualBackend(scenario.value);
  const { message } = await runScenario(scenario.value, world, { keep: (file) => ok(file) });
  assert(message === '', message);
  const recording = recordingOf(gunzipSync((await world.recording()) ?? new Uint8Array()).toString(), 'bench');
  await world.close();
  assert(recording.ok, 'the recording can be read');
  return recording.value;
}
