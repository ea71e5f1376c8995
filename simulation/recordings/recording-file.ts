// Recordings on disk: written while the devices run, and read.

import { openSync, writeSync, closeSync } from 'node:fs';
import { constants, createGzip } from 'node:zlib';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { readNamedFile } from '../reports/named-file.ts';
import { headerLine, lineOf, RECORDING_BYTES_MAX, unpackRecording, type About, type Recording } from './recording.ts';
import type { RecordedBatch } from './recorder-proxy.ts';

/** File mode, readable only by its owner: a recording contains typed text, session codes and stored data. */
const MODE = 0o600;

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

/**
 * Reads a recording. Recovers as much as possible of a file that a killed program left unfinished. Errors: `bad_value`,
 * as a sentence.
 */
export function readRecording(path: string): Result<Recording> {
  const packed = readNamedFile(path, RECORDING_BYTES_MAX);
  return packed.ok ? unpackRecording(packed.value, path) : fail('bad_value', `The recording ${packed.error.message}`);
}
