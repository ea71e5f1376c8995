// Operating errors are values: a code for programs, a sentence for people. This file lists all codes. A code is never
// reused with another meaning.

export type ErrorCode =
  // storage
  | 'flash_bad_name'
  | 'flash_too_large'
  | 'flash_full'
  | 'flash_read_only'
  | 'flash_failed'
  | 'flash_damaged'
  | 'data_foreign'
  | 'data_in_use'
  | 'data_unusable'
  // serial and sensor
  | 'serial_not_found'
  | 'serial_busy'
  | 'serial_failed'
  | 'stroke_impossible'
  | 'fault_unsupported'
  | 'hex_invalid'
  | 'board_build_failed'
  // the cloud
  | 'registry_unusable'
  | 'engine_unusable'
  | 'http_failed'
  | 'http_unsent'
  | 'http_too_large'
  // values from a user or a program
  | 'bad_value'
  // simulators and the network
  | 'tcp_no_host'
  | 'tcp_refused'
  | 'tcp_unreachable'
  | 'tcp_lost'
  | 'keyboard_not_found'
  | 'keyboard_no_computer'
  | 'keyboard_failed'
  // displays
  | 'display_unusable'
  // LEDs and the speaker
  | 'leds_not_found'
  | 'leds_failed'
  | 'speaker_not_found'
  | 'speaker_failed'
  // Wi-Fi
  | 'wifi_missing'
  | 'wifi_not_found'
  | 'wifi_refused'
  | 'wifi_no_address'
  | 'wifi_timeout'
  | 'wifi_failed'
  // extensions
  | 'isolate_slow'
  | 'isolate_broken'
  // firmware images
  | 'image_refused'
  | 'image_failed'
  | 'key_unusable'
  // the rig's machine
  | 'rig_failed'
  // a device on another machine
  | 'ssh_failed'
  // the identity provider
  | 'mail_failed'
  // HTTP
  | 'unauthorized'
  | 'forbidden_host'
  | 'forbidden_origin'
  | 'bad_request'
  | 'not_found'
  | 'too_large'
  | 'real_sensor'
  | 'device_off'
  | 'real_device'
  | 'recorded'
  | 'not_recorded'
  | 'real_time'
  | 'not_seen'
  | 'too_many'
  | 'sensor_unplugged'
  | 'putter_busy'
  | 'port_unusable'
  | 'internal'
  // the extension store
  | 'missing_description'
  | 'description_too_long'
  | 'compile_error'
  | 'runaway_top_level'
  | 'double_manifest'
  | 'no_manifest'
  | 'bad_manifest'
  | 'text_too_large'
  | 'not_owner'
  | 'is_default'
  | 'invalid_transition'
  | 'version_changed'
  | 'gone'
  | 'limited'
  | 'issuer_unreachable'
  | 'checker_busy'
  | 'storage_full'
  | 'author_key_unusable';

export interface OperatingError {
  readonly code: ErrorCode;
  /** One sentence with the error and, if useful, the allowed values. */
  readonly message: string;
  /** Name of the form field with the error, if it is a single one. */
  readonly field?: string;
}

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: OperatingError };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

export const fail = (
  code: ErrorCode,
  message: string,
  field?: string,
): { readonly ok: false; readonly error: OperatingError } => ({
  ok: false,
  error: { code, message, ...(field === undefined ? {} : { field }) },
});

/** Throws on a programming error; never used for operating errors. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`);
}

/** Returns a value that must be present; a missing value is a programming error. `what`: a noun, for the message. */
export function assertDefined<T>(value: T | null | undefined, what: string): T {
  if (value === undefined || value === null) throw new Error(`assertion failed: no ${what}`);
  return value;
}

/** Returns the message of any thrown value. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** Returns the system error code of a failed call, such as ENOENT; '' for anything else. */
export const systemCodeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
