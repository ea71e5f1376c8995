// EEPROM: a byte takes 3.4 ms to write, and one that loses power meanwhile is undefined.

import { REGISTER, type Bus } from './bus.ts';

export const EEPROM_BYTES = 1024;
const EERE = 1;
const EEPE = 2;
const EEMPE = 4;
const ENABLED_CYCLES = 4;
const READ_CYCLES = 4;
const WRITE_CYCLES = 2;
const WRITE_MS = 3.4;

export interface Eeprom {
  /** Address of the byte that is being written; null if none is. */
  writing(): number | null;
}

export function attachEeprom({ cpu, on, schedule }: Bus, memory: Uint8Array, clock_hz: number): Eeprom {
  const { data } = cpu;
  let enabled_until = 0;
  let writing: { readonly at: number; readonly value: number } | null = null;
  const address = (): number => (Number(data[REGISTER.EEARH]) * 256 + Number(data[REGISTER.EEARL])) % EEPROM_BYTES;

  on('eeprom', () => {
    if (writing) memory[writing.at] = writing.value;
    writing = null;
  });
  cpu.readHooks[REGISTER.EECR] = () => (writing ? EEPE : 0) | (cpu.cycles <= enabled_until ? EEMPE : 0);
  cpu.writeHooks[REGISTER.EECR] = (value) => {
    if (value & EERE && !writing) {
      data[REGISTER.EEDR] = memory[address()] ?? 0xff;
      cpu.cycles += READ_CYCLES;
    } else if (value & EEPE && !writing && cpu.cycles <= enabled_until) {
      writing = { at: address(), value: Number(data[REGISTER.EEDR]) };
      cpu.cycles += WRITE_CYCLES;
      schedule('eeprom', cpu.cycles + (WRITE_MS * clock_hz) / 1000);
    } else if (value & EEMPE) enabled_until = cpu.cycles + ENABLED_CYCLES;
    return true;
  };
  return { writing: () => writing?.at ?? null };
}
