// Flash: small durable records and blobs, each a named run of bytes.
//
// Contract
// - A name is 1..64 of a-z, 0-9 and '-', and begins with a letter or a digit. A value is at most 1,048,576 bytes.
// - When `write` has answered ok, the value survives a loss of power. A loss of power during `write` leaves the old value
//   or the new one, whole; never a mix, never neither. Writes of one name happen in the order they were asked for.
// - `read` answers the value, or null where there is none. Where the newest copy is torn or damaged it answers the
//   copy before it and says so in `damaged`; where no copy is good: value null, and `damaged` says so. It never throws.
//   Both copies of the record `identity` hold the newest value.
// - Full storage is the error `flash_full`, storage that takes no writes at all `flash_read_only`, and everything that was stored stays.
//   Any other trouble is `flash_failed`.
// - `writes` counts every copy that reached the medium since the start, for wear.

import type { Result } from '../../wire/errors.ts';

export const FLASH_VALUE_BYTES_MAX = 1_048_576;
export const FLASH_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

export interface FlashRead {
  readonly value: Uint8Array | null;
  /** '' when all copies are good; otherwise one sentence that says what was damaged and what is used instead. */
  readonly damaged: string;
}

export interface Flash {
  /**
   * @param name 1..64 of a-z, 0-9 and '-', beginning with a letter or a digit, as for all of these.
   * @returns `value` null where there is none, or where no copy is good. Errors: `flash_bad_name`, `flash_failed`.
   */
  read(name: string): Promise<Result<FlashRead>>;
  /**
   * Once it has answered ok the value survives a loss of power; before, the old one or the new one is there, whole.
   * @param value At most FLASH_VALUE_BYTES_MAX bytes.
   * @returns Errors: `flash_bad_name`, `flash_too_large`, `flash_full`, `flash_read_only`, `flash_failed`; what was stored stays.
   */
  write(name: string, value: Uint8Array): Promise<Result<void>>;
  /** Removing what is not there is fine. */
  remove(name: string): Promise<Result<void>>;
  /** Names that have at least one copy, sorted. */
  list(): Promise<Result<readonly string[]>>;
  /** @returns Copies that reached the medium since the start. */
  writes(): number;
}
