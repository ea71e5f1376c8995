// Flash port: small durable records and blobs, each a named byte string.
// Contract: a name is 1..64 of a-z, 0-9 and '-', and starts with a letter or a digit. A value is at most 1,048,576
// bytes.
// After `write` succeeds, the value survives a power cut. A power cut during `write` leaves the old value or the new
// one, whole. Writes to one name happen in call order.
// A value that fills whole blocks together with the header of its copy (wire/flash-block.ts) costs a card only the
// blocks that changed, if the value before the last one had the same length.
// `read` returns the value, or null if there is none. If a copy is torn or damaged it returns the other one and explains
// so in `damaged`; if no copy is good it returns null and explains that too. It never throws.
// Both copies of the record `identity` hold the newest value.
// Full storage fails with `flash_full`, storage that accepts no writes with `flash_read_only`; in both cases stored
// values remain. All other errors are `flash_failed`.
// `writes` counts every copy that reached the medium since the start, for wear.

import type { Result } from '../../wire/errors.ts';

export const FLASH_VALUE_BYTES_MAX = 1_048_576;
export const FLASH_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

export interface FlashRead {
  readonly value: Uint8Array | null;
  /** '' if all copies are good; otherwise one sentence that names the damage and the fallback. */
  readonly damaged: string;
}

export interface Flash {
  /**
   * @param name 1..64 of a-z, 0-9 and '-', starting with a letter or a digit; the same for all methods.
   * @returns `value` null if there is none, or if no copy is good. Errors: `flash_bad_name`, `flash_failed`.
   */
  read(name: string): Promise<Result<FlashRead>>;
  /**
   * Stores a value, which survives a power cut once this resolves ok; before that, the old or the new value is there,
   * whole.
   * @param value At most FLASH_VALUE_BYTES_MAX bytes.
   * @returns Errors: `flash_bad_name`, `flash_too_large`, `flash_full`, `flash_read_only`, `flash_failed`; stored
   * values remain.
   */
  write(name: string, value: Uint8Array): Promise<Result<void>>;
  /** Succeeds if there is no such record. */
  remove(name: string): Promise<Result<void>>;
  /** Lists the names that have at least one copy, sorted. */
  list(): Promise<Result<readonly string[]>>;
  /** Returns the number of copies that reached the medium since the start. */
  writes(): number;
}
