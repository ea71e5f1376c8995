// Keeps a recording in memory, compressed, for later download.

import { gzip } from '#gzip';
import { bytesOf, concatBytes } from '../../wire/bytes.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { headerLine, lineOf, unpackRecording, type About, type Recording } from './recording.ts';
import type { RecordedBatch } from './recorder-proxy.ts';

/** Maximum compressed size: some weeks at rest. */
const BYTES_MAX = 64 * 2 ** 20;
/** Characters compressed at a time. */
const PART_CHARS = 256 * 1024;

export interface KeptRecording {
  write(turn: RecordedBatch): void;
  /** Returns the file. Errors: `not_recorded` if it exceeded the limit and was dropped. */
  file(): Result<Uint8Array>;
  /** Returns the recording. Errors: `not_recorded`. */
  recording(): Result<Recording>;
}

interface KeptOptions {
  /** Maximum compressed size; a longer recording is dropped, since its tail cannot be replayed without the start. */
  readonly bytes_max?: number;
  /** Path of a file that receives the same recording. Default: none. */
  readonly file?: string | undefined;
}

export function createKeptRecording(about: About, options: KeptOptions = {}): KeptRecording {
  const { bytes_max = BYTES_MAX, file: on_disk } = options;
  let parts: Uint8Array[] = [];
  let bytes = 0;
  let lines = [headerLine(about)];
  let chars = 0;
  let given_up = false;
  const pack = (): void => {
    const part = gzip(bytesOf(lines.join('')));
    bytes += part.length;
    parts.push(part);
    [lines, chars] = [[], 0];
    if (bytes <= bytes_max) return;
    given_up = true;
    parts = [];
  };
  // Concatenated gzip members form a valid gzip file.
  const file = (): Result<Uint8Array> => {
    if (lines.length > 0 && !given_up) pack();
    return given_up ? fail('not_recorded', tooLong(on_disk)) : ok(concatBytes(parts));
  };
  return {
    write(turn) {
      if (given_up) return;
      const line = lineOf(turn);
      lines.push(line);
      chars += line.length;
      if (chars >= PART_CHARS) pack();
    },
    file,
    recording() {
      const packed = file();
      return packed.ok ? unpackRecording(packed.value) : packed;
    },
  };
}

function tooLong(on_disk: string | undefined): string {
  const instead =
    on_disk === undefined ? 'restart tapin with --record FILE' : `${on_disk} has the recording once tapin has stopped`;
  return `This run is too long to keep in memory: ${instead}.`;
}
