// Implements `tapin replay`.

import { basename } from 'node:path';
import { FIRMWARE_VERSION } from '../../firmware/version.ts';
import { divergenceLines, timeText } from '../../simulation/recordings/divergence-text.ts';
import { readRecording } from '../../simulation/recordings/recording-file.ts';
import type { Recording } from '../../simulation/recordings/recording.ts';
import { scenarioOf } from '../../simulation/recordings/scenario-of.ts';
import { createReplay, type Replay } from '../../simulation/recordings/replay.ts';
import { lastOn, replayedDevices, spanOf } from '../../simulation/timeline/replayed-devices.ts';
import type { OperatingError } from '../../wire/errors.ts';
import { oneLine } from '../../wire/visible.ts';
import { whilePlayed } from './damaged-recording.ts';
import { printMessage } from '../process/process.ts';
import { openResources } from '../process/resources.ts';
import { writeResult } from '../scenario/scenario-file.ts';
import { servePanel } from '../serve/panel.ts';

export interface ReplayOptions {
  /** Time since the start of the recording. */
  readonly at?: number;
  readonly screenshot?: string;
  /** File for the recorded actions as a scenario. */
  readonly scenario?: string;
  readonly serve?: boolean;
  readonly port: number;
  readonly host: string;
}

export async function replayFile(path: string, options: ReplayOptions): Promise<void> {
  const recording = readRecording(path);
  if (!recording.ok) return endWith(recording.error);
  if (options.scenario !== undefined) return keepScenario(recording.value, path, options.scenario);
  const span = spanOf(recording.value);
  if (!span.ok) return endWith({ ...span.error, message: `${path}: ${span.error.message}` });
  const { version } = recording.value.header;
  if (version !== FIRMWARE_VERSION) print(`Recorded with firmware ${version}; this is ${FIRMWARE_VERSION}.`);
  const replay = createReplay(recording.value);
  const { start_ms, ended_ms } = span.value;
  if (options.at === undefined && !options.serve) return compare(path, replay, span.value);
  const last_ms = options.serve ? lastOn(recording.value, ended_ms) : ended_ms;
  const at_ms = Math.min(start_ms + (options.at ?? Infinity), last_ms);
  const played = await whilePlayed(path, () => replay.playTo(at_ms, false));
  if (!played.ok) return endWith({ ...played.error, message: `${path}: ${played.error.message}` });
  if (options.screenshot !== undefined) await keepScreenshot(replay, options.screenshot);
  if (!options.serve) {
    print(`${path} at ${timeText(at_ms - start_ms)} of ${timeText(ended_ms - start_ms)}`);
    return showScreens(replay);
  }
  await serve(recording.value, replay, options);
}

function keepScenario(recording: Recording, from: string, to: string): void {
  const text = scenarioOf(recording, `Recorded in ${basename(from)}`);
  const written = text.ok ? writeResult(to, Buffer.from(text.value)) : text;
  if (!written.ok) return endWith(written.error);
  print(`Wrote the inputs of ${from} to ${to}. Play them with tapin test ${to}`);
}

const print = (line: string): void => void process.stdout.write(`${oneLine(line)}\n`);

function endWith({ message }: OperatingError): void {
  printMessage(message);
  process.exitCode = 2;
}

async function compare(
  path: string,
  replay: Replay,
  { start_ms, ended_ms }: { readonly start_ms: number; readonly ended_ms: number },
): Promise<void> {
  const started_ms = performance.now();
  const played = await whilePlayed(path, () => replay.playTo(Infinity, true));
  if (!played.ok) return endWith({ ...played.error, message: `${path}: ${played.error.message}` });
  const took_s = ((performance.now() - started_ms) / 1000).toFixed(1);
  const what = `${timeText(ended_ms - start_ms)} in ${replay.played()} batches, replayed in ${took_s} s`;
  if (played.value === null) return print(`ok   ${path}: matches the recording (${what})`);
  print(`FAIL ${path}: it diverges from the recording (${what})`);
  for (const line of divergenceLines(played.value, start_ms)) print(`     ${line}`);
  process.exitCode = 1;
}

function showScreens(replay: Replay): void {
  for (const [name, { screen }] of replay.devices()) {
    print(`the screen of ${name}:`);
    for (const line of screen.picture().lines) print(`  ${line}`);
  }
  if (replay.devices().size === 0) print('All devices are off.');
}

async function keepScreenshot(replay: Replay, path: string): Promise<void> {
  const [first] = replay.devices().values();
  if (!first) return endWith({ code: 'bad_value', message: 'No screenshot: all devices are off.' });
  const written = writeResult(path, await first.screen.png());
  if (!written.ok) endWith(written.error);
}

/** Serves the panel with the timeline up to the current time of the replay. */
async function serve(recording: Recording, replay: Replay, { port, host }: ReplayOptions): Promise<void> {
  const shown = replayedDevices(recording, replay);
  if (!shown.ok) return endWith(shown.error);
  const { devices, recording: files } = shown.value;
  await servePanel(openResources({}), { port, host, recording: files }, devices, {});
}
