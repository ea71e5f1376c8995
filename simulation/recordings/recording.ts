// A recording as a file: lines of JSON, gzipped. The first line says what it is; each line after it is a turn (tape.ts):
// [milliseconds, device, [what entered, values…], [[what was asked for or left, values…], …]].

import { openSync, writeSync, closeSync } from 'node:fs';
import { constants, createGzip, gunzipSync, gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { fail, messageOf, ok, systemCodeOf, type Result } from '../../wire/errors.ts';
import { readNamedFile } from '../reports/named-file.ts';
import { tooLong } from '../../wire/regular-file.ts';
import type { Line, Turn } from './recorder-proxy.ts';

const FORMAT = 2;
/** Of a recording, unpacked: some days of putting. */
const BYTES_MAX = 512 * 2 ** 20;
/** Readable for its owner alone: it has what was typed, the codes of sessions, and what the storage holds. */
const MODE = 0o600;

const headerShape = v.object({
  tapin_recording: v.literal(FORMAT, `is version ${FORMAT} of the format`),
  /** Of the firmware. */
  version: v.string('is the version of the firmware'),
  /** On the wall clock; '' in virtual time. */
  began: v.string(),
  /** What decided every chance, where something did. */
  seed: v.optional(v.number()),
});
type RecordingHeader = v.InferOutput<typeof headerShape>;

const lineShape = v.tupleWithRest([v.string()], v.unknown());
const turnShape = v.tuple([v.number(), v.string(), lineShape, v.array(lineShape)]);

export type About = Omit<RecordingHeader, 'tapin_recording'>;

export interface Recording {
  readonly header: RecordingHeader;
  /** Each is read when it is asked for. */
  readonly turns: readonly string[];
}

interface RecordingFile {
  write(turn: Turn): void;
  /** Everything that was written is in the file then. */
  close(): Promise<void>;
}

/** How long a turn may wait for its place in the file. */
const FLUSH_MS = 1000;

/**
 * `onCut`: told once, in a sentence, where the file takes no more: the recording ends there, and whoever is recorded lives on.
 * Errors: `bad_value`, where the file can't be opened.
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

/** A whole recording at once. */
export const packRecording = (about: About, turns: readonly string[]): Uint8Array =>
  gzipSync([headerLine(about), ...turns].join(''));

export const lineOf = ({ at_ms, device, entered, lines }: Turn): string =>
  `${JSON.stringify([at_ms, device, entered, lines])}\n`;

/** Errors: `bad_value`, in a sentence. What a program that was killed has not finished is read as far as it goes. */
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
      systemCodeOf(thrown) === 'ERR_BUFFER_TOO_LARGE'
        ? tooLong(BYTES_MAX)
        : 'it is not packed with gzip, or is damaged';
    return fail('bad_value', `The recording ${path} can't be read: ${reason}.`);
  }
}

/** `path`: for people. Errors: `bad_value`. */
export function recordingOf(text: string, path: string): Result<Recording> {
  const [first = '', ...turns] = text.split('\n');
  // What stands behind the last end of a line is not whole.
  turns.pop();
  const header = v.safeParse(headerShape, parsed(first));
  return header.success
    ? ok({ header: header.output, turns })
    : fail('bad_value', `${path} is no recording of tapin, or one of another version of the format.`);
}

/** Runs a reader of a recording. The values of its turns are untyped, so a reader that throws means that no recorder wrote them. */
export function madeOf<T>(make: () => Result<T>): Result<T> {
  try {
    return make();
  } catch {
    return fail(
      'bad_value',
      'The recording has values that no recorder has written: it has been changed, or is damaged.',
    );
  }
}

/** What was recorded until this moment. */
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

/** Events and actors of machines that recordings know by an earlier name. */
const RENAMED: ReadonlyMap<unknown, string> = new Map([
  ['facts.changed', 'persisted.changed'],
  ['host.facts', 'host.persisted'],
  ['guest.facts', 'guest.persisted'],
  ['play.facts', 'play.persisted'],
  ['done readFacts', 'done readPersisted'],
]);

function withNewNames(line: Line): Line {
  const name = line[0] === 'step' ? RENAMED.get(line[3]) : undefined;
  return name === undefined ? line : [line[0], line[1], line[2], name, ...line.slice(4)];
}

/** Errors: `bad_value`, for a line that is no turn. */
export function readTurn(line: string): Result<Turn> {
  const read = v.safeParse(turnShape, parsed(line));
  if (!read.success) return fail('bad_value', `A line of the recording is no turn: ${line.slice(0, 80)}`);
  const [at_ms, device, entered, lines] = read.output;
  return ok({ at_ms, device, entered, lines: lines.map(withNewNames) });
}
