// The records that the board's firmware keeps in EEPROM (sensor-board/core/memory.c, settings.c): each twice, with a
// number and a CRC.

import { CHANNELS } from '../../../hal/sensor/messages.ts';
import { crc16 } from '../../../hal/sensor/crc16.ts';
import { EEPROM_BYTES } from './eeprom.ts';

const SETTINGS_AT = 0;
const BOOTS_AT = 64;
const SERIAL_BYTES = 8;

interface StoredSettings {
  /** At most 8 ASCII characters. */
  readonly serial: string;
  readonly aperture_error_um?: readonly number[];
  readonly boots: number;
}

/** Returns the EEPROM of a board with these settings; both copies of each record are valid. */
export function eepromImage({ serial, aperture_error_um = [], boots }: StoredSettings): Uint8Array {
  const image = new Uint8Array(EEPROM_BYTES).fill(0xff);
  const settings = new DataView(new ArrayBuffer(SERIAL_BYTES + 2 * CHANNELS.length));
  for (let i = 0; i < Math.min(serial.length, SERIAL_BYTES); i++) settings.setUint8(i, serial.charCodeAt(i));
  for (const [i] of CHANNELS.entries()) settings.setInt16(SERIAL_BYTES + 2 * i, aperture_error_um[i] ?? 0, true);
  const count = new DataView(new ArrayBuffer(4));
  count.setUint32(0, boots, true);
  for (const [at, data] of [
    [SETTINGS_AT, settings],
    [BOOTS_AT, count],
  ] as const)
    image.set([...copyOf(data, 0), ...copyOf(data, 1)], at);
  return image;
}

function copyOf(data: DataView, number: number): Uint8Array {
  const copy = Uint8Array.of(number, ...new Uint8Array(data.buffer), 0, 0);
  new DataView(copy.buffer).setUint16(copy.length - 2, crc16(copy.subarray(0, -2)), true);
  return copy;
}
