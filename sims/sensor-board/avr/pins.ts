// Pins of the gates with their pin-change interrupts. A gate sees the light of the emitters from what covers it.

import { REGISTER, type Bus } from './bus.ts';

const EMITTERS = 0x02; // PC1
const FLAG_B = 0x01;
const FLAG_D = 0x04;

export interface PinEdge {
  readonly cycle: number;
  /** Index in the order of the channels. */
  readonly channel: number;
  readonly covered: boolean;
}

export interface Pins {
  /** Adds edges that are still to come. */
  add(edges: readonly PinEdge[]): void;
  /** Edges that are still to come. */
  pending(): readonly PinEdge[];
  /** Channels that something covers, as a bit mask. */
  covered(): number;
}

/** @param stray Channels that another light reaches, as a bit mask: they seem covered, with or without emitters. */
export function attachPins(bus: Bus, stray: number, covered_at_start: number): Pins {
  const { cpu, request, onTaken, on, schedule } = bus;
  const { data, readHooks, writeHooks } = cpu;
  let covered = covered_at_start;
  let flags = 0;
  let edges: PinEdge[] = [];

  const update = (): void => {
    const enabled = flags & Number(data[REGISTER.PCICR]);
    request('pins_b', (enabled & FLAG_B) !== 0);
    request('pins_d', (enabled & FLAG_D) !== 0);
  };
  /** Sets the pins: PD2 to PD7 are channels 0 to 5, PB0 and PB1 are 6 and 7. */
  const show = (): void => {
    const seen = stray | (Number(data[REGISTER.PORTC]) & EMITTERS ? covered : 0);
    const [d, b] = [(seen << 2) & 0xfc, seen >> 6];
    if ((d ^ Number(data[REGISTER.PIND])) & Number(data[REGISTER.PCMSK2])) flags |= FLAG_D;
    if ((b ^ Number(data[REGISTER.PINB])) & Number(data[REGISTER.PCMSK0])) flags |= FLAG_B;
    data[REGISTER.PIND] = d;
    data[REGISTER.PINB] = b;
    update();
  };
  const clearFlags = (mask: number): void => {
    flags &= ~mask;
    update();
  };

  on('edge', (due) => {
    let passed = 0;
    for (const edge of edges) {
      if (edge.cycle > due) break;
      const bit = 1 << edge.channel;
      covered = edge.covered ? covered | bit : covered & ~bit;
      passed++;
    }
    edges.splice(0, passed);
    show();
    schedule('edge', edges[0]?.cycle ?? Infinity);
  });
  onTaken('pins_b', () => clearFlags(FLAG_B));
  onTaken('pins_d', () => clearFlags(FLAG_D));
  readHooks[REGISTER.PCIFR] = () => flags;
  writeHooks[REGISTER.PCIFR] = (value) => {
    clearFlags(value);
    return true;
  };
  writeHooks[REGISTER.PCICR] = (value) => {
    data[REGISTER.PCICR] = value;
    update();
    return true;
  };
  writeHooks[REGISTER.PORTC] = (value) => {
    data[REGISTER.PORTC] = value;
    show();
    return true;
  };
  show();
  return {
    add(more) {
      edges = [...edges, ...more].sort((a, b) => a.cycle - b.cycle);
      schedule('edge', edges[0]?.cycle ?? Infinity);
    },
    pending: () => edges,
    covered: () => covered,
  };
}
