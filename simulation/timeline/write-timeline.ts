// Exports a recording to files for other programs: a trace, and the signals of its board.

import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { fail, ok, type OperatingError, type Result } from '../../wire/errors.ts';
import { madeOf, readTurn, type Recording } from '../recordings/recording.ts';
import type { RecordedBatch } from '../recordings/recorder-proxy.ts';
import { deliveriesOf } from './deliveries.ts';
import { traceText } from './trace-event.ts';
import { signalChanges, signalsOf, unitOf } from './signals-of.ts';
import { traceEvents } from './trace-of.ts';
import { vcdText } from './vcd-text.ts';

export interface TimelineFiles {
  /** Path of the trace; gzipped if the name ends in `.gz`. */
  readonly trace?: string | undefined;
  /** Path of the signal dump. */
  readonly vcd?: string | undefined;
  /** Includes bodies of calls, typed text and whole screens in the trace. */
  readonly bodies?: boolean;
}

/** Writes the files. Errors: `bad_value` if a line is not a valid step or a file cannot be written. */
export async function writeTimeline(
  recording: Recording,
  { trace, vcd, bodies = false }: TimelineFiles,
): Promise<Result<void>> {
  const texts = timelineTexts(recording, { bodies });
  if (!texts.ok) return texts;
  const written = trace === undefined ? ok(undefined) : await writeText(trace, texts.value.trace());
  return !written.ok || vcd === undefined ? written : writeText(vcd, texts.value.signals());
}

export interface TimelineTexts {
  /** Yields the trace in pieces. */
  trace(): Iterable<string>;
  signals(): Iterable<string>;
}

/** Returns generators for the files' text. Errors: `bad_value` if a line is not a valid step. */
export function timelineTexts(
  recording: Recording,
  { bodies = false }: Pick<TimelineFiles, 'bodies'>,
): Result<TimelineTexts> {
  const { header } = recording;
  const reading: Reading = { recording, problem: null };
  const devices = new Set<string>();
  const deliveries = madeOf(() => ok(deliveriesOf(noting(devices, turnsOf(reading)))));
  if (reading.problem) return { ok: false, error: reading.problem };
  if (!deliveries.ok) return deliveries;
  const about = { made_by: 'tapin', firmware: header.version, began: header.began };
  const names = [...devices];
  const comment = `${about.made_by} ${about.firmware} ${about.began}`.trimEnd();
  return ok({
    trace: () => traceText(traceEvents(turnsOf(reading), deliveries.value, { bodies }), about),
    signals: () =>
      vcdText(signalsOf(names), signalChanges(turnsOf(reading), names), {
        comment,
        unit_ns: unitOf(turnsOf(reading)),
      }),
  });
}

function* noting(devices: Set<string>, turns: Iterable<RecordedBatch>): Generator<RecordedBatch> {
  for (const turn of turns) {
    devices.add(turn.device);
    yield turn;
  }
}

interface Reading {
  readonly recording: Recording;
  problem: OperatingError | null;
}

/** Yields the steps up to the first unreadable line. */
function* turnsOf(reading: Reading): Generator<RecordedBatch> {
  for (const [at, line] of reading.recording.turns.entries()) {
    const turn = readTurn(line);
    if (!turn.ok) {
      reading.problem = { ...turn.error, message: `Line ${at + 2}: ${turn.error.message}` };
      return;
    }
    yield turn.value;
  }
}

/** Readable by the owner only, like recordings. */
const MODE = 0o600;
const PIECE_CHARS = 2 ** 16;

async function writeText(path: string, text: Iterable<string>): Promise<Result<void>> {
  try {
    const pieces = Readable.from(inPieces(text));
    const file = createWriteStream(path, { mode: MODE });
    await (path.endsWith('.gz') ? pipeline(pieces, createGzip(), file) : pipeline(pieces, file));
    return ok(undefined);
  } catch (thrown) {
    if (!(thrown instanceof Error && 'syscall' in thrown)) throw thrown;
    return fail('bad_value', `${path} can't be written: ${thrown.message}.`);
  }
}

/** Joins many small pieces into a few large ones. */
function* inPieces(text: Iterable<string>): Generator<string> {
  let piece = '';
  for (const part of text) {
    piece += part;
    if (piece.length < PIECE_CHARS) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}
