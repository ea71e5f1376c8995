// Implements `tapin replay`.

import { basename } from 'node:path';
import { FIRMWARE_VERSION } from '../../firmware/version.ts';
import { divergenceLines, timeText } from '../../simulation/recordings/divergence-text.ts';
import {
  packRecording,
  readRecording,
  readTurn,
  recordingUntil,
  type Recording,
} from '../../simulation/recordings/recording.ts';
import { createPast } from '../../simulation/recordings/past.ts';
import { scenarioOf } from '../../simulation/recordings/scenario-of.ts';
import { createReplay, type Replay } from '../../simulation/recordings/replay.ts';
import type { MemoryImage } from '../../hal/flash/chip.ts';
import type { KeptLimits } from '../../sims/panel/page/connection/kept-events.ts';
import { recordedFiles } from '../../simulation/timeline/recorded-files.ts';
import { createLiveTimeline } from '../../simulation/timeline/live-timeline.ts';
import { fail, ok, type OperatingError, type Result } from '../../wire/errors.ts';
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

interface Span {
  readonly start_ms: number;
  readonly ended_ms: number;
}

function spanOf({ turns }: Recording): Result<Span> {
  const [first, last] = [turns.at(0), turns.at(-1)];
  if (first === undefined || last === undefined) return fail('bad_value', 'The recording is empty.');
  const [start, ended] = [readTurn(first), readTurn(last)];
  if (!start.ok) return start;
  return ended.ok ? ok({ start_ms: start.value.at_ms, ended_ms: ended.value.at_ms }) : ended;
}

async function compare(path: string, replay: Replay, { start_ms, ended_ms }: Span): Promise<void> {
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

/** Returns the last time at which a device was on, since many recordings end with the devices being switched off. */
function lastOn({ turns }: Recording, ended_ms: number): number {
  let last_ms = ended_ms;
  for (const line of turns.toReversed()) {
    const turn = readTurn(line);
    if (!turn.ok || turn.value.entered[0] !== 'off') break;
    last_ms = turn.value.at_ms - RESOLUTION_MS;
  }
  return last_ms;
}

/** Resolution of the times in a recording. */
const RESOLUTION_MS = 0.001;

/** Limits of the page's timeline: a month, or some hours of putting. */
const SHOWN: KeptLimits = { ms: 31 * 86_400_000, events: 200_000 };

const fileOf = ({ header, turns }: Recording): Uint8Array =>
  packRecording(header, turns.map((line) => `${line}\n`)); // oxfmt-ignore

/** Serves the panel with the timeline up to the current time of the replay. */
async function serve(recording: Recording, replay: Replay, { port, host }: ReplayOptions): Promise<void> {
  const live = createLiveTimeline(SHOWN);
  const shown = recordingUntil(recording, replay.now_ms());
  for (const line of shown.turns) {
    const turn = readTurn(line);
    if (turn.ok) live.take(turn.value);
  }
  const past = createPast(() => ok(shown));
  const files = recordedFiles({ file: () => ok(fileOf(shown)), recording: () => ok(shown) });
  const devices = [...replay.devices()].map(([name, device]) => ({
    ...device,
    replayed: true as const,
    timeline: {
      ...live.of(name),
      momentAt: (at_ms: number) => past.momentAt(at_ms, name),
      imageAt: (at_ms: number, now: MemoryImage) => past.imageAt(at_ms, name, now),
    },
  }));
  if (devices.length === 0) return endWith({ code: 'bad_value', message: 'All devices are off at that time.' });
  await servePanel(openResources({}), { port, host, recording: files }, devices, {});
}
