// Serial port: bytes in, bytes out, and a plug that can be pulled. Contract: `open` tries once. It fails with
// `serial_not_found` (nothing at that path), `serial_busy` (another program has it) or `serial_failed`, each with a
// sentence that names the path; it never throws. Bytes arrive in order, in chunks of any size. The listener owns the
// chunks. `closed` is called at most once, when the other side closes or the cable is pulled; never after `close` was
// called. After it no bytes arrive, and writes have no effect. `write` never blocks and never throws: bytes that the
// line can't take are lost, as on a real wire. `close` resolves when the port can be opened again. `onPlug` reports
// each device that appears at the path, so that a caller can retry early; it may be a second late, and opening may
// still fail.

import type { Result } from '../../wire/errors.ts';

export interface SerialListener {
  /** Receives bytes in order, in chunks of any size; the listener owns the chunk. */
  bytes(chunk: Uint8Array): void;
  /**
   * Called when the other side closes or the cable is unplugged; at most once, never after `close`. `reason` is one
   * sentence.
   */
  closed(reason: string): void;
}

export interface SerialLine {
  /** Never blocks and never throws: bytes that the line can't take are lost. */
  write(bytes: Uint8Array): void;
  /** Resolves when the port can be opened again. */
  close(): Promise<void>;
}

export interface SerialPort {
  /** Path for messages, such as `/dev/serial/by-id/…`. */
  readonly path: string;
  /**
   * Tries once to open the port at a baud rate. Default: 115,200; a port without a rate ignores it. Errors:
   * `serial_not_found`, `serial_busy`, `serial_failed`.
   */
  open(listener: SerialListener, baud?: number): Promise<Result<SerialLine>>;
  /** Calls `plugged` when a device appears at the path. @returns Unsubscribes. */
  onPlug(plugged: () => void): () => void;
}
