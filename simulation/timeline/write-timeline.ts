// A recording as files that other programs open: a trace, and the signals of its board.

import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { fail, ok, type OperatingError, type Result } from '../../wire/errors.ts';
import { madeOf, readTurn, type Recording } from '../recordings/recording.ts';
import type { Turn } from '../recordings/recorder-proxy.ts';
import { deliveriesOf } from './deliveries.ts';
import { traceText } from './trace-event.ts';
import { signalChanges, signalsOf, unitOf } from './signals-of.ts';
import { traceEvents } from './trace-of.ts';
import { vcdText } from './vcd-text.ts';

export interface TimelineFiles {
  /** Gets the trace; packed where its name ends in `.gz`. */
  readonly trace?: string | undefined;
  /** Gets the signals. */
  readonly vcd?: string | undefined;
  /** Bodies of calls, what was typed, and whole screens stand in the trace too. */
  readonly bodies?: boolean;
}

/** Errors: `bad_value`, where a line is no turn or a file can't be written. */
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
  /** In pieces. */
  trace(): Iterable<string>;
  signals(): Iterable<string>;
}

/** Errors: `bad_value`, where a line is no turn. */
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

function* noting(devices: Set<string>, turns: Iterable<Turn>): Generator<Turn> {
  for (const turn of turns) {
    devices.add(turn.device);
    yield turn;
  }
}

interface Reading {
  readonly recording: Recording;
  problem: OperatingError | null;
}

/** As far as they can be read. */
function* turnsOf(reading: Reading): Generator<Turn> {
  for (const [at, line] of reading.recording.turns.entries()) {
    const turn = readTurn(line);
    if (!turn.ok) {
      reading.problem = { ...turn.error, message: `Line ${at + 2}: ${turn.error.message}` };
      return;
    }
    yield turn.value;
  }
}

/** Readable for its owner alone, as recordings are. */
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

/** A few large pieces in the place of many small ones. */
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
