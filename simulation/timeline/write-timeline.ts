// Exports a recording to files for other programs: a trace, and the signals of its board.

import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { fail, ok, type Result } from '../../wire/errors.ts';
import type { Recording } from '../recordings/recording.ts';
import { timelineTexts } from './timeline-texts.ts';

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
