// Watchdog in reset mode, on its own oscillator of 128 kHz.

import { REGISTER, type Bus } from './bus.ts';

const WDE = 0x08;
const WDCE = 0x10;
const WDP3 = 0x20;
const CHANGE_CYCLES = 4;
const OSCILLATOR_HZ = 128_000;
const SHORTEST = 2048;

/** @param onTimeout Called when the program has not kicked the watchdog in time. */
export function attachWatchdog({ cpu, on, schedule }: Bus, clock_hz: number, onTimeout: () => void): void {
  const { data } = cpu;
  let changes_until = 0;
  const kick = (): void => {
    const control = Number(data[REGISTER.WDTCSR]);
    const power = (control & 7) + (control & WDP3 ? 8 : 0);
    const cycles = (SHORTEST * 2 ** power * clock_hz) / OSCILLATOR_HZ;
    schedule('watchdog', control & WDE ? cpu.cycles + cycles : Infinity);
  };
  on('watchdog', onTimeout);
  cpu.onWatchdogReset = kick;
  cpu.writeHooks[REGISTER.WDTCSR] = (value) => {
    if (value & WDCE && value & WDE) changes_until = cpu.cycles + CHANGE_CYCLES;
    else if (cpu.cycles <= changes_until) {
      data[REGISTER.WDTCSR] = value & (WDE | WDP3 | 7);
      kick();
    }
    return true;
  };
}
