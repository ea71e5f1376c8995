// Implements `tapin shrink`.

import { readRecording } from '../../simulation/recordings/recording-file.ts';
import { packRecording, readTurn, type Recording } from '../../simulation/recordings/recording.ts';
import { createReplay } from '../../simulation/recordings/replay.ts';
import { EMPTY_SNAPSHOT } from '../../simulation/scenarios/backend.ts';
import { runScenario } from '../../simulation/scenarios/run-scenario.ts';
import { shrinkScenario } from '../../simulation/scenarios/shrink.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { whilePlayed } from './damaged-recording.ts';
import { openBackend } from '../scenario/play-scenario.ts';
import { printMessages } from '../process/process.ts';
import { goldenPictures, readScenarioText, writeResult } from '../scenario/scenario-file.ts';
import { textOf } from '../process/text-file.ts';

export interface ShrinkOptions {
  readonly out?: string;
  /** Folder that holds every file a scenario names. Default: the scenario's own folder. */
  readonly root?: string;
}

export async function shrinkFile(file: string, { out = shortName(file), root }: ShrinkOptions): Promise<void> {
  const shrunk = file.endsWith('.gz') ? await shortRecording(file) : await shortScenario(file, root);
  if (!shrunk.ok) return endWith(shrunk.error.message);
  const written = writeResult(out, shrunk.value.bytes);
  if (!written.ok) return endWith(written.error.message);
  process.stdout.write(`${out}: ${shrunk.value.summary}\n`);
}

const shortName = (file: string): string => file.replace(/(\.tapin)?(\.\w+)$/, '.short$1$2');

function endWith(message: string): void {
  printMessages(message);
  process.exitCode = 2;
}

interface Short {
  readonly bytes: Uint8Array;
  readonly summary: string;
}

async function shortScenario(file: string, root?: string): Promise<Result<Short>> {
  const read = textOf(file);
  if (!read.ok) return read;
  const text = read.value;
  const whole = await failureOf(text, file, root);
  if (!whole.ok) return whole;
  if (!whole.value) return fail('bad_value', `${file} does not fail; nothing to shrink.`);
  const shrunk = await shrinkScenario(text, async (shorter) => {
    const failure = await failureOf(shorter, file, root);
    return failure.ok && isSameFailure(failure.value, whole.value);
  });
  const { steps, steps_before, tries } = shrunk;
  const summary = `${steps} of ${steps_before} steps left after ${tries} tries; fails as before: ${whole.value.message}`;
  return ok({ bytes: Buffer.from(shrunk.text), summary });
}

/** Identity of a failure: two equal values are the same failure. */
interface Failure {
  readonly status: string;
  readonly message: string;
  readonly device: string;
  readonly page: unknown;
  /** First line on the screen. */
  readonly line: string | undefined;
}

const isSameFailure = (one: Failure | null, other: Failure | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Returns the failure of a scenario; null if it passes. Errors: `bad_value` if it can't be read or played. */
async function failureOf(text: string, file: string, root?: string): Promise<Result<Failure | null>> {
  const scenario = readScenarioText(text, file, root);
  if (!scenario.ok) return scenario;
  const opened = await openBackend(scenario.value, { kind: 'virtual' }, undefined);
  if (!opened.ok) return opened;
  const world = opened.value;
  try {
    const { status, message, device, lines } = await runScenario(scenario.value, world, {
      keep: (picture) => ok(picture),
      golden: goldenPictures(scenario.value.root, false),
    });
    if (status === 'skipped') return fail('bad_value', `${file}: ${message}.`);
    if (status === 'passed') return ok(null);
    const { states } = await world
      .target(device)
      .snapshot()
      .catch(() => EMPTY_SNAPSHOT);
    return ok({ status, message, device, page: states['navigation'], line: lines[0] });
  } finally {
    await world.close();
  }
}

async function shortRecording(file: string): Promise<Result<Short>> {
  const recording = readRecording(file);
  if (!recording.ok) return recording;
  const replay = createReplay(recording.value);
  const diverged = await whilePlayed(file, () => replay.playTo(Infinity, true));
  if (!diverged.ok) return fail('bad_value', `${file}: ${diverged.error.message}`);
  if (!diverged.value) return fail('bad_value', `${file} does not diverge; nothing to shrink.`);
  const { device } = diverged.value.turn;
  const turns = turnsOf(recording.value, replay.played(), device);
  const before = recording.value.turns.length;
  const packed = packRecording(
    recording.value.header,
    turns.map((turn) => `${turn}\n`),
  );
  return ok({
    bytes: packed,
    summary: `${turns.length} of ${before} batches left, those of ${device} up to the divergence`,
  });
}

/**
 * Returns the batches of one device. Batches of other devices can go, because each device's recording holds all its
 * inputs.
 */
const turnsOf = ({ turns }: Recording, count: number, device: string): readonly string[] =>
  turns.slice(0, count).filter((line) => {
    const turn = readTurn(line);
    return turn.ok && turn.value.device === device;
  });
