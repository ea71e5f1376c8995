// A virtual ATmega328P that runs the program of the sensor board. Time is counted in cycles since power-on; sleep is
// skipped from event to event. Timing follows the data sheet: an interrupt takes 4 cycles to enter, 4 more from sleep,
// and one instruction runs after SEI and RETI before the next.

import { avrInstruction, avrInterrupt, CPU } from 'avr8js';
import { attachAdc } from './adc.ts';
import { REGISTER, VECTORS, type Bus, type ChipEvent, type Interrupt } from './bus.ts';
import { attachEeprom, type Eeprom } from './eeprom.ts';
import { attachPins, type PinEdge, type Pins } from './pins.ts';
import { attachTimer1 } from './timer1.ts';
import { attachUsart, type Usart } from './usart.ts';
import { attachWatchdog } from './watchdog.ts';

export const CLOCK_HZ = 16_000_000;
export const PROGRAM_BYTES = 0x8000;
const RAM_BYTES = 2048;
const RAM_AT = 0x100;
/** RAM at power-on: undefined on a chip, so nothing may rely on it. */
const UNTOUCHED = 0xa5;
const OPCODE = { sleep: 0x9588, sei: 0x9478, reti: 0x9518 } as const;
const INTERRUPT_CYCLES = 2; // beyond the 2 of avr8js
const WAKE_CYCLES = 4;
const INTERRUPTS_ON = 0x80;
const MID_SWING_BYTES = 25;

/** Flags of MCUSR. */
export const RESET = { power: 0x01, external: 0x02, brown_out: 0x04, watchdog: 0x08 } as const;

export interface AvrChip {
  /** Cycles since power-on. */
  cycles(): number;
  /** Runs until at least this cycle. */
  run(until: number): void;
  /** Cycle of the next thing to happen: now while the program runs, the next event while it sleeps. */
  next(): number;
  addEdges(edges: readonly PinEdge[]): void;
  /** Edges that are still to come, and the channels that are covered now. */
  pendingEdges(): readonly PinEdge[];
  covered(): number;
  receive(bytes: Uint8Array): void;
  /** Address of the EEPROM byte that is being written; null if none is. */
  writing(): number | null;
  /** Whether it is in the middle of sending a swing: more bytes since the last 0x00 than a BEAT has. */
  isMidSwing(): boolean;
  /** Stops the program, as a latch-up does, until the watchdog resets the chip. */
  hang(): void;
  /** Cycle at which the timer started, which is tick 0 of the board. */
  timerOrigin(): number;
  /** Number of watchdog resets since power-on. */
  resets(): number;
  /** Longest run of RAM bytes that the program has never written: the room between its variables and its stack. */
  unusedRam(): number;
}

export interface AvrChipOptions {
  readonly program: Uint8Array;
  readonly eeprom: Uint8Array;
  /** Flag of MCUSR at the start. */
  readonly reset: number;
  /** Channels that are covered at the start, as a bit mask. */
  readonly covered: number;
  /** Channels that another light reaches, as a bit mask. Default: none. */
  readonly stray?: number;
  /** Ambient light and temperature, as the converter reads them, 0..1023. */
  readonly ambient: number;
  readonly temperature: number;
  /** Called when a byte begins to be sent. */
  onByte(byte: number, cycle: number): void;
}

interface Core {
  readonly cpu: CPU;
  readonly due: Record<ChipEvent, number>;
  readonly act: Record<ChipEvent, (due: number) => void>;
  readonly taken: Partial<Record<Interrupt, () => void>>;
  requests: number;
  next: number;
  asleep: boolean;
  hung: boolean;
  /** Whether one more instruction runs before an interrupt. */
  hold: boolean;
}

interface Fitted {
  readonly core: Core;
  readonly timerOrigin: () => number;
  readonly pins: Pins;
  readonly usart: Usart;
  readonly eeprom: Eeprom;
}

export function createAvrChip(options: AvrChipOptions): AvrChip {
  let resets = 0;
  const restart = (): void => {
    const { core, pins } = fitted;
    resets++;
    fitted = fit(options, RESET.watchdog, restart, { cycles: core.cpu.cycles, covered: pins.covered() });
    fitted.core.cpu.data.set(core.cpu.data.subarray(RAM_AT), RAM_AT);
    fitted.pins.add(pins.pending());
  };
  let fitted = fit(options, options.reset, restart, { cycles: 0, covered: options.covered });
  return {
    cycles: () => fitted.core.cpu.cycles,
    run(until) {
      // A watchdog reset ends the run of the old core.
      while (fitted.core.cpu.cycles < until) runCore(fitted.core, until, () => fitted.core);
    },
    next: () => (fitted.core.asleep ? fitted.core.next : fitted.core.cpu.cycles),
    addEdges: (edges) => fitted.pins.add(edges),
    pendingEdges: () => fitted.pins.pending(),
    covered: () => fitted.pins.covered(),
    receive: (bytes) => fitted.usart.receive(bytes),
    writing: () => fitted.eeprom.writing(),
    isMidSwing: () => fitted.usart.sentSinceZero() > MID_SWING_BYTES,
    hang: () => void (fitted.core.hung = true),
    timerOrigin: () => fitted.timerOrigin(),
    resets: () => resets,
    unusedRam: () => longestRun(fitted.core.cpu.data.subarray(RAM_AT)),
  };
}

/** Length of the longest run of untouched bytes: RAM starts as `UNTOUCHED`. */
function longestRun(ram: Uint8Array): number {
  let [longest, run] = [0, 0];
  for (const byte of ram) {
    run = byte === UNTOUCHED ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

function createCore(program: Uint8Array): Core {
  const nothing = (): void => {};
  const events = <T>(value: T): Record<ChipEvent, T> => ({
    edge: value,
    timer1_a: value,
    sent: value,
    received: value,
    adc: value,
    eeprom: value,
    watchdog: value,
  });
  const words = new Uint16Array(program.slice().buffer);
  return {
    cpu: new CPU(words, RAM_BYTES),
    due: events(Infinity),
    act: events(nothing),
    taken: {},
    requests: 0,
    next: Infinity,
    asleep: false,
    hung: false,
    hold: false,
  };
}

const INTERRUPTS = ['pins_b', 'pins_d', 'timer1_a', 'usart_rx', 'usart_empty'] as const satisfies readonly Interrupt[];
const BIT: Readonly<Record<Interrupt, number>> = { pins_b: 1, pins_d: 2, timer1_a: 4, usart_rx: 8, usart_empty: 16 };

function busOf(core: Core): Bus {
  return {
    cpu: core.cpu,
    request(interrupt, on) {
      if (on) core.requests |= BIT[interrupt];
      else core.requests &= ~BIT[interrupt];
    },
    onTaken: (interrupt, clear) => (core.taken[interrupt] = clear),
    on: (event, act) => (core.act[event] = act),
    schedule(event, cycle) {
      core.due[event] = cycle;
      core.next = earliest(core);
    },
  };
}

const earliest = ({ due }: Core): number =>
  Math.min(due.edge, due.timer1_a, due.sent, due.received, due.adc, due.eeprom, due.watchdog);

function fit(
  { program, eeprom, stray = 0, ambient, temperature, onByte }: AvrChipOptions,
  reset: number,
  onWatchdog: () => void,
  from: { readonly cycles: number; readonly covered: number },
): Fitted {
  const core = createCore(program);
  const bus = busOf(core);
  core.cpu.cycles = from.cycles;
  core.cpu.data.fill(UNTOUCHED, RAM_AT);
  core.cpu.data[REGISTER.MCUSR] = reset;
  const timerOrigin = attachTimer1(bus);
  attachAdc(bus, (input) => (input === 0 ? ambient : temperature));
  attachWatchdog(bus, CLOCK_HZ, onWatchdog);
  return {
    core,
    timerOrigin,
    pins: attachPins(bus, stray, from.covered),
    usart: attachUsart(bus, onByte),
    eeprom: attachEeprom(bus, eeprom, CLOCK_HZ),
  };
}

/** Runs a core until this cycle, or until it is no longer the chip's. */
function runCore(core: Core, until: number, current: () => Core): void {
  const { cpu } = core;
  const { data, progMem } = cpu;
  while (cpu.cycles < until) {
    if (core.next <= cpu.cycles) {
      runDue(core);
      if (current() !== core) return;
    }
    if (core.hung || (core.asleep && !(core.requests && Number(data[REGISTER.SREG]) & INTERRUPTS_ON))) {
      cpu.cycles = Math.min(Math.max(core.next, cpu.cycles), until);
      continue;
    }
    if (core.requests && !core.hold && Number(data[REGISTER.SREG]) & INTERRUPTS_ON) take(core);
    const opcode = progMem[cpu.pc];
    core.hold = opcode === OPCODE.sei || opcode === OPCODE.reti;
    if (opcode === OPCODE.sleep && Number(data[REGISTER.SMCR]) & 1) core.asleep = true;
    avrInstruction(cpu);
  }
}

function runDue(core: Core): void {
  const { due, act, cpu } = core;
  while (core.next <= cpu.cycles) {
    for (const event of EVENTS) {
      const at = due[event];
      if (at !== core.next) continue;
      due[event] = Infinity;
      core.next = earliest(core);
      act[event](at);
      break;
    }
  }
}

const EVENTS = ['edge', 'timer1_a', 'sent', 'received', 'adc', 'eeprom', 'watchdog'] as const;

function take(core: Core): void {
  const { cpu, requests, taken } = core;
  const interrupt = INTERRUPTS.find((name) => requests & BIT[name]);
  if (!interrupt) return;
  if (core.asleep) cpu.cycles += WAKE_CYCLES;
  core.asleep = false;
  avrInterrupt(cpu, VECTORS[interrupt]);
  cpu.cycles += INTERRUPT_CYCLES;
  taken[interrupt]?.();
}
