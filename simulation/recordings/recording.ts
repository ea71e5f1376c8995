// Recording file: gzipped lines of JSON. The first line is the header; each further line is a batch
// (recorder-proxy.ts): [milliseconds, device, [input, values…], [[request or output, values…], …]].

import { openSync, writeSync, closeSync } from 'node:fs';
import { constants, createGzip, gunzipSync, gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { fail, messageOf, ok, systemCodeOf, type Result } from '../../wire/errors.ts';
import { readNamedFile } from '../reports/named-file.ts';
import { tooLong } from '../../wire/regular-file.ts';
import type { RecordedLine, RecordedBatch } from './recorder-proxy.ts';

const FORMAT = 2;
/** Maximum uncompressed size of a recording: some days of putting. */
const BYTES_MAX = 512 * 2 ** 20;
/** File mode, readable only by its owner: a recording contains typed text, session codes and stored data. */
const MODE = 0o600;

const headerShape = v.object({
  tapin_recording: v.literal(FORMAT, `is version ${FORMAT} of the format`),
  /** Version of the firmware. */
  version: v.string('is the version of the firmware'),
  /** Start on the wall clock; '' in virtual time. */
  began: v.string(),
  /** Seed of all random numbers; undefined if there was none. */
  seed: v.optional(v.number()),
});
type RecordingHeader = v.InferOutput<typeof headerShape>;

const lineShape = v.tupleWithRest([v.string()], v.unknown());
/** Largest time of a batch, ms: 100 years. JSON can hold 1e999, which is infinite. */
const TIME_MS_MAX = 100 * 365.25 * 86_400_000;
const turnShape = v.tuple([v.pipe(v.number(), v.maxValue(TIME_MS_MAX)), v.string(), lineShape, v.array(lineShape)]);

export type About = Omit<RecordingHeader, 'tapin_recording'>;

export interface Recording {
  readonly header: RecordingHeader;
  /** Batches as text, parsed on demand. */
  readonly turns: readonly string[];
}

interface RecordingFile {
  write(turn: RecordedBatch): void;
  /** Closes the file; resolves once everything is written. */
  close(): Promise<void>;
}

/** Maximum delay before a batch is flushed to the file. */
const FLUSH_MS = 1000;

/**
 * Creates a recording file. `onCut`: called once with a sentence if the file becomes unwritable; the recording ends
 * there, and the devices keep running. Errors: `bad_value` if the file cannot be opened.
 */
export function createRecordingFile(
  path: string,
  about: About,
  onCut: (sentence: string) => void,
): Result<RecordingFile> {
  let file: number;
  try {
    file = openSync(path, 'w', MODE);
  } catch (thrown) {
    return fail('bad_value', `The recording ${path} can't be written: ${messageOf(thrown)}.`);
  }
  const packed = createGzip();
  let cut = false;
  packed.on('data', (bytes: Buffer) => {
    if (cut) return;
    try {
      for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    } catch (thrown) {
      cut = true;
      onCut(`The recording ${path} ends here: ${messageOf(thrown)}.`);
    }
  });
  const flushing = setInterval(() => packed.flush(constants.Z_SYNC_FLUSH), FLUSH_MS);
  flushing.unref();
  packed.write(headerLine(about));
  return ok({
    write: (turn) => void (cut || packed.write(lineOf(turn))),
    close: () =>
      new Promise((resolve) => {
        clearInterval(flushing);
        packed.on('end', () => {
          closeSync(file);
          resolve();
        });
        packed.end();
      }),
  });
}

export const headerLine = (about: About): string => `${JSON.stringify({ tapin_recording: FORMAT, ...about })}\n`;

/** Compresses a complete recording. */
export const packRecording = (about: About, turns: readonly string[]): Uint8Array =>
  gzipSync([headerLine(about), ...turns].join(''));

export const lineOf = ({ at_ms, device, entered, lines }: RecordedBatch): string =>
  `${JSON.stringify([at_ms, device, entered, lines])}\n`;

/**
 * Reads a recording. Recovers as much as possible of a file that a killed program left unfinished. Errors: `bad_value`,
 * as a sentence.
 */
export function readRecording(path: string): Result<Recording> {
  try {
    const packed = readNamedFile(path, BYTES_MAX);
    if (!packed.ok) return fail('bad_value', `The recording ${packed.error.message}`);
    const bytes = gunzipSync(packed.value, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: BYTES_MAX,
    });
    return recordingOf(bytes.toString(), path);
  } catch (thrown) {
    const reason =
      systemCodeOf(thrown) === 'ERR_BUFFER_TOO_LARGE' ? tooLong(BYTES_MAX) : 'it is not gzip, or it is damaged';
    return fail('bad_value', `The recording ${path} can't be read: ${reason}.`);
  }
}

/** Parses a recording. `path`: for messages. Errors: `bad_value`. */
export function recordingOf(text: string, path: string): Result<Recording> {
  const [first = '', ...turns] = text.split('\n');
  // The text after the last newline is incomplete.
  turns.pop();
  const header = v.safeParse(headerShape, parsed(first));
  return header.success
    ? ok({ header: header.output, turns })
    : fail('bad_value', `${path} is not a tapin recording, or its format version differs.`);
}

/**
 * Runs a reader of a recording. The values of its batches are untyped, so an exception means that no recorder wrote
 * them.
 */
export function madeOf<T>(make: () => Result<T>): Result<T> {
  try {
    return make();
  } catch {
    return fail('bad_value', 'The recording has invalid values: it was edited or is damaged.');
  }
}

/** Returns the time of the first batch; 0 if there is none. */
export function startOf({ turns: [first = ''] }: Pick<Recording, 'turns'>): number {
  const turn = readTurn(first);
  return turn.ok ? turn.value.at_ms : 0;
}

/** Parses a packed recording from memory. Errors: `bad_value`. */
export function unpackRecording(packed: Uint8Array): Result<Recording> {
  try {
    return recordingOf(gunzipSync(packed, { maxOutputLength: BYTES_MAX }).toString(), 'The recording');
  } catch (thrown) {
    return fail('bad_value', `The recording can't be unpacked: ${messageOf(thrown)}.`);
  }
}

/** Returns the recording up to a given time. */
export function recordingUntil({ header, turns }: Recording, until_ms: number): Recording {
  const later = turns.findIndex((line) => Number(line.slice(1, line.indexOf(','))) > until_ms);
  return { header, turns: later === -1 ? turns : turns.slice(0, later) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Renamed events and actors of machines, by the earlier name in old recordings. */
const RENAMED: ReadonlyMap<unknown, string> = new Map([
  ['facts.changed', 'persisted.changed'],
  ['host.facts', 'host.persisted'],
  ['guest.facts', 'guest.persisted'],
  ['play.facts', 'play.persisted'],
  ['flash.over', 'toast.over'],
  ['done readFacts', 'done readPersisted'],
]);

function withNewNames(line: RecordedLine): RecordedLine {
  const name = line[0] === 'step' ? RENAMED.get(line[3]) : undefined;
  return name === undefined ? line : [line[0], line[1], line[2], name, ...line.slice(4)];
}

/** Parses a batch. Errors: `bad_value` for an invalid line. */
export function readTurn(line: string): Result<RecordedBatch> {
  const read = v.safeParse(turnShape, parsed(line));
  if (!read.success) return fail('bad_value', `A line of the recording is not a batch: ${line.slice(0, 80)}`);
  const [at_ms, device, entered, lines] = read.output;
  return ok({ at_ms, device, entered, lines: lines.map(withNewNames) });
}
