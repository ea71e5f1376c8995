// Recording file: gzipped lines of JSON. The first line is the header; each further line is a batch
// (recorder-proxy.ts): [milliseconds, device, [input, values…], [[request or output, values…], …]].

import { gunzip, gzip } from '#gzip';
import * as v from 'valibot';
import { bytesOf, textOf } from '../../wire/bytes.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { tooLong } from '../../wire/regular-file.ts';
import type { RecordedLine, RecordedBatch } from './recorder-proxy.ts';

const FORMAT = 2;
/** Maximum uncompressed size of a recording: some days of putting. */
export const RECORDING_BYTES_MAX = 512 * 2 ** 20;

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

export const headerLine = (about: About): string => `${JSON.stringify({ tapin_recording: FORMAT, ...about })}\n`;

/** Compresses a complete recording. */
export const packRecording = (about: About, turns: readonly string[]): Uint8Array =>
  gzip(bytesOf([headerLine(about), ...turns].join('')));

export const lineOf = ({ at_ms, device, entered, lines }: RecordedBatch): string =>
  `${JSON.stringify([at_ms, device, entered, lines])}\n`;

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

/**
 * Parses a packed recording; recovers as much as possible of one whose end is missing. `path`: for messages. Errors:
 * `bad_value`, as a sentence.
 */
export function unpackRecording(packed: Uint8Array, path = '', bytes_max = RECORDING_BYTES_MAX): Result<Recording> {
  const name = path === '' ? 'The recording' : `The recording ${path}`;
  const unpacked = gunzip(packed, bytes_max);
  if (unpacked.ok) return recordingOf(textOf(unpacked.value), path === '' ? name : path);
  const reason = unpacked.error.code === 'too_large' ? tooLong(bytes_max) : 'it is not gzip, or it is damaged';
  return fail('bad_value', `${name} can't be read: ${reason}.`);
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
