// Settings of the virtual board, kept without power as in the EEPROM of a real one (docs/sensor-protocol.md, SET and GET).

import { SETTING_KEY } from '../../hal/sensor/board-settings.ts';
import { CHANNELS } from '../../hal/sensor/messages.ts';
import { SETTINGS_MINOR } from '../../hal/sensor/protocol-limits.ts';
import { APERTURE_ERROR_UM, inRange, PROTOCOL_MINOR } from '../../wire/limits.ts';

interface BoardMemoryOptions {
  readonly serial?: string;
  readonly aperture_error_um?: readonly number[];
  /** Minor version of the protocol: 0 has no settings. */
  readonly minor?: number;
}

interface Value {
  readonly value: number;
  readonly status: number;
}

interface BoardMemory {
  settings(): { readonly serial: string; readonly aperture_error_um: readonly number[] };
  /** Returns the body of VALUE. */
  get(key: number): Value;
  set(key: number, value: number): Value;
}

const STATUS = { ok: 0, unknown_key: 1, out_of_range: 2 } as const;
const UNKNOWN: Value = { value: 0, status: STATUS.unknown_key };
const SERIAL_BYTES = 8;
const SERIAL_KEYS = 2;

export function createBoardMemory({
  serial: name = 'VIRTUAL1',
  aperture_error_um = [],
  minor = PROTOCOL_MINOR,
}: BoardMemoryOptions): BoardMemory {
  const apertures = CHANNELS.map((_, channel) => aperture_error_um[channel] ?? 0);
  const serial = new Uint8Array(SERIAL_BYTES);
  new TextEncoder().encodeInto(name, serial);
  const parts = new DataView(serial.buffer);
  const isAperture = (key: number): boolean =>
    key >= SETTING_KEY.aperture && key < SETTING_KEY.aperture + apertures.length;
  const isSerial = (key: number): boolean => key >= SETTING_KEY.serial && key < SETTING_KEY.serial + SERIAL_KEYS;
  const partOf = (key: number): number => (key - SETTING_KEY.serial) * (SERIAL_BYTES / SERIAL_KEYS);
  const isKnown = (key: number): boolean => minor >= SETTINGS_MINOR && (isAperture(key) || isSerial(key));
  const valueAt = (key: number): number =>
    isAperture(key) ? (apertures[key - SETTING_KEY.aperture] ?? 0) : parts.getInt32(partOf(key), true);
  return {
    settings: () => ({ serial: withoutZeros(serial), aperture_error_um: [...apertures] }),
    get: (key) => (isKnown(key) ? { value: valueAt(key), status: STATUS.ok } : UNKNOWN),
    set(key, value) {
      if (!isKnown(key)) return UNKNOWN;
      if (!(isAperture(key) ? inRange(value, APERTURE_ERROR_UM) : isPrintable(value)))
        return { value: valueAt(key), status: STATUS.out_of_range };
      if (isAperture(key)) apertures[key - SETTING_KEY.aperture] = value;
      else parts.setInt32(partOf(key), value, true);
      return { value, status: STATUS.ok };
    },
  };
}

const withoutZeros = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).replaceAll('\0', '');

/** Four printable characters of ASCII, padded with zeros at the end. */
function isPrintable(value: number): boolean {
  const bytes = [0, 8, 16, 24].map((bits) => (value >>> bits) & 0xff);
  return /^[\x20-\x7e]*\0*$/.test(String.fromCodePoint(...bytes));
}
