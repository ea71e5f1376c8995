// Analogue to digital converter: 13 of its clocks a conversion, at the slowest prescaler.

import { REGISTER, type Bus } from './bus.ts';

const ADSC = 0x40;
const CONVERSION_CYCLES = 13 * 128;

/** @param value Returns the result for an input, 0..1023. */
export function attachAdc({ cpu, on, schedule }: Bus, value: (input: number) => number): void {
  const { data } = cpu;
  on('adc', () => {
    const result = value(Number(data[REGISTER.ADMUX]) & 0x0f);
    data[REGISTER.ADCL] = result & 0xff;
    data[REGISTER.ADCH] = result >> 8;
    data[REGISTER.ADCSRA] = Number(data[REGISTER.ADCSRA]) & ~ADSC;
  });
  cpu.writeHooks[REGISTER.ADCSRA] = (control) => {
    data[REGISTER.ADCSRA] = control;
    if (control & ADSC) schedule('adc', cpu.cycles + CONVERSION_CYCLES);
    return true;
  };
}
