// Registers, interrupt requests and events in cycles, which the peripherals of the virtual ATmega328P share.
// The instructions are avr8js's; the peripherals are our own, because its timer is an event a tick (nothing could be
// skipped), its SLEEP does nothing, and its interrupts start two cycles early and without the instruction after SEI.

import type { CPU } from 'avr8js';

/** Addresses of registers in data space, as in the data sheet (DS40002061). */
export const REGISTER = {
  PINB: 0x23,
  PORTC: 0x28,
  PIND: 0x29,
  TIFR1: 0x36,
  PCIFR: 0x3b,
  EECR: 0x3f,
  EEDR: 0x40,
  EEARL: 0x41,
  EEARH: 0x42,
  SMCR: 0x53,
  MCUSR: 0x54,
  SREG: 0x5f,
  WDTCSR: 0x60,
  PCICR: 0x68,
  PCMSK0: 0x6b,
  PCMSK2: 0x6d,
  TIMSK1: 0x6f,
  ADCL: 0x78,
  ADCH: 0x79,
  ADCSRA: 0x7a,
  ADMUX: 0x7c,
  TCCR1B: 0x81,
  TCNT1L: 0x84,
  TCNT1H: 0x85,
  OCR1AL: 0x88,
  OCR1AH: 0x89,
  UCSR0A: 0xc0,
  UCSR0B: 0xc1,
  UBRR0L: 0xc4,
  UDR0: 0xc6,
} as const;

/** Interrupts in order of priority: the word address of each vector. */
export const VECTORS = { pins_b: 0x06, pins_d: 0x0a, timer1_a: 0x16, usart_rx: 0x24, usart_empty: 0x26 } as const;
export type Interrupt = keyof typeof VECTORS;

export type ChipEvent = 'edge' | 'timer1_a' | 'sent' | 'received' | 'adc' | 'eeprom' | 'watchdog';

export interface Bus {
  readonly cpu: CPU;
  /** Sets whether an interrupt is requested: its flag and its enable bit are both set. */
  request(interrupt: Interrupt, on: boolean): void;
  /** Clears the flag of an interrupt that is taken; nothing by default. */
  onTaken(interrupt: Interrupt, clear: () => void): void;
  /** Sets what an event does. */
  on(event: ChipEvent, act: (due: number) => void): void;
  /** Sets the cycle of an event; Infinity for never. */
  schedule(event: ChipEvent, cycle: number): void;
}
