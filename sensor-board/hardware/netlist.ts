// The one list of the sensor board's parts and nets: the schematic, the parts list and the tests are made from it.

export const GATES = ['LA', 'RA', 'LB', 'RB', 'LD', 'RD', 'HA', 'HB'] as const;
type Gate = (typeof GATES)[number];

/** A diagonal slit is longer than a sensor sees: several share it. More would touch the sensors of row B. */
export const SLIT_SENSORS = 5;
const SENSORS: Readonly<Record<Gate, number>> = {
  LA: 1,
  RA: 1,
  LB: 1,
  RB: 1,
  LD: SLIT_SENSORS,
  RD: SLIT_SENSORS,
  HA: 1,
  HB: 1,
};

/** Pin of the microcontroller for each signal; sensor-board/chips/atmega328p.c reads them there. */
export const SIGNAL_PINS = {
  LA: 'PD2',
  RA: 'PD3',
  LB: 'PD4',
  RB: 'PD5',
  LD: 'PD6',
  RD: 'PD7',
  HA: 'PB0',
  HB: 'PB1',
  AMBIENT: 'PC0',
  EMITTERS: 'PC1',
  RXD: 'PD0',
  TXD: 'PD1',
} as const;

/** Pins of the ATmega328P-PU in its DIP-28 package, in order from pin 1. */
export const MCU_PINS = [
  'RESET',
  'PD0',
  'PD1',
  'PD2',
  'PD3',
  'PD4',
  'VCC',
  'GND',
  'XTAL1',
  'XTAL2',
  'PD5',
  'PD6',
  'PD7',
  'PB0',
  'PB1',
  'PB2',
  'PB3',
  'PB4',
  'PB5',
  'AVCC',
  'AREF',
  'GND2',
  'PC0',
  'PC1',
  'PC2',
  'PC3',
  'PC4',
  'PC5',
] as const;

type PartKind = 'ic' | 'resistor' | 'capacitor' | 'trimmer' | 'crystal' | 'sensor' | 'photo' | 'mosfet' | 'header';

/** Pins of the four comparators of an LM339N (its supply: 3 is +5 V, 12 is GND). */
export const LM339_PINS = {
  A: { '+': 5, '-': 4, OUT: 2 },
  B: { '+': 7, '-': 6, OUT: 1 },
  C: { '+': 9, '-': 8, OUT: 14 },
  D: { '+': 11, '-': 10, OUT: 13 },
} as const;

export interface Part {
  readonly ref: string;
  readonly kind: PartKind;
  readonly value: string;
  /** Pin to net. */
  readonly pins: Readonly<Record<string, string>>;
}

/** Rough price of one, in euros, from distributors' lists for single pieces. */
export const PRICES: Readonly<Record<string, number>> = {
  'ATmega328P-PU': 3,
  LM339N: 0.4,
  TCRT5000: 0.4,
  IRLZ44N: 1,
  TEPT4400: 0.5,
  '16 MHz, 18 pF, ±30 ppm': 0.4,
  'USB serial module: FT232RL or CP2102N': 8,
  'ISP 2 × 3': 0.3,
  'trimmer 10 kΩ': 0.5,
};
export const PRICE_SMALL = 0.05; // resistors and ceramic capacitors

const two = (ref: string, kind: PartKind, value: string, a: string, b: string): Part => ({
  ref,
  kind,
  value,
  pins: { 1: a, 2: b },
});

function mcu(): Part {
  const signals: Readonly<Record<string, string>> = Object.fromEntries(
    Object.entries(SIGNAL_PINS).map(([signal, pin]) => [pin, signal]),
  );
  const fixed: Readonly<Record<string, string>> = {
    RESET: 'RESET',
    VCC: '+5V',
    AVCC: '+5V',
    GND: 'GND',
    GND2: 'GND',
    XTAL1: 'XTAL1',
    XTAL2: 'XTAL2',
    AREF: 'AREF',
    PB3: 'MOSI',
    PB4: 'MISO',
    PB5: 'SCK',
  };
  const pins = MCU_PINS.flatMap((pin) => {
    const net = signals[pin] ?? fixed[pin];
    return net === undefined ? [] : [[pin, net] as const];
  });
  return { ref: 'U1', kind: 'ic', value: 'ATmega328P-PU', pins: Object.fromEntries(pins) };
}

/** Load, hysteresis and pull-up of a gate, its comparator and its sensors. */
function gateParts(gate: Gate, index: number): Part[] {
  const n = index + 1;
  const unit = 'ABCD'[index % 4] ?? '';
  return [
    {
      ref: `U${2 + Math.floor(index / 4)}${unit}`,
      kind: 'ic',
      value: 'LM339N',
      pins: { '+': `PT_${gate}`, '-': 'VREF', OUT: gate },
    },
    two(`R${n}`, 'resistor', '2.2 kΩ', `PT_${gate}`, 'GND'),
    two(`R${n + 10}`, 'resistor', '470 kΩ', `PT_${gate}`, gate),
    two(`R${n + 20}`, 'resistor', '4.7 kΩ', gate, '+5V'),
  ];
}

/** Sensors in pairs: two emitters in series share a resistor. */
function sensorParts(): Part[] {
  const owners = GATES.flatMap((gate) => Array.from({ length: SENSORS[gate] }, () => gate));
  return owners.flatMap((gate, i) => {
    const pair = Math.floor(i / 2) + 1;
    const first = i % 2 === 0;
    const emitter = first ? { A: `E${pair}`, K: `M${pair}` } : { A: `M${pair}`, K: 'E_GND' };
    const sensor: Part = {
      ref: `S${i + 1}`,
      kind: 'sensor',
      value: 'TCRT5000',
      pins: { ...emitter, C: '+5V', E: `PT_${gate}` },
    };
    return first ? [two(`R${30 + pair}`, 'resistor', '100 Ω', '+5V', `E${pair}`), sensor] : [sensor];
  });
}

export const PARTS: readonly Part[] = [
  mcu(),
  two('Y1', 'crystal', '16 MHz, 18 pF, ±30 ppm', 'XTAL1', 'XTAL2'),
  two('C1', 'capacitor', '22 pF', 'XTAL1', 'GND'),
  two('C2', 'capacitor', '22 pF', 'XTAL2', 'GND'),
  two('C3', 'capacitor', '100 nF', '+5V', 'GND'),
  two('C4', 'capacitor', '100 nF', '+5V', 'GND'),
  two('C5', 'capacitor', '100 nF', 'AREF', 'GND'),
  two('C6', 'capacitor', '10 µF', '+5V', 'GND'),
  two('C7', 'capacitor', '100 nF', '+5V', 'GND'),
  two('C8', 'capacitor', '100 nF', 'VREF', 'GND'),
  two('R41', 'resistor', '10 kΩ', 'RESET', '+5V'),
  ...GATES.flatMap(gateParts),
  { ref: 'U2P', kind: 'ic', value: 'LM339N', pins: { VCC: '+5V', GND: 'GND' } },
  { ref: 'U3P', kind: 'ic', value: 'LM339N', pins: { VCC: '+5V', GND: 'GND' } },
  { ref: 'RV1', kind: 'trimmer', value: 'trimmer 10 kΩ', pins: { 1: '+5V', 2: 'VREF', 3: 'GND' } },
  ...sensorParts(),
  { ref: 'Q1', kind: 'mosfet', value: 'IRLZ44N', pins: { G: 'EMITTERS', D: 'E_GND', S: 'GND' } },
  two('R42', 'resistor', '100 kΩ', 'EMITTERS', 'GND'),
  { ref: 'Q2', kind: 'photo', value: 'TEPT4400', pins: { C: '+5V', E: 'AMBIENT' } },
  two('R43', 'resistor', '1 kΩ', 'AMBIENT', 'GND'),
  {
    ref: 'J1',
    kind: 'header',
    value: 'USB serial module: FT232RL or CP2102N',
    pins: { VCC: '+5V', GND: 'GND', TXD: 'RXD', RXD: 'TXD' },
  },
  {
    ref: 'J2',
    kind: 'header',
    value: 'ISP 2 × 3',
    pins: { 1: 'MISO', 2: '+5V', 3: 'SCK', 4: 'MOSI', 5: 'RESET', 6: 'GND' },
  },
];

/** Pins of each net, such as `U1.PD2`. */
export function nets(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { ref, pins } of PARTS)
    for (const [pin, net] of Object.entries(pins)) found.set(net, [...(found.get(net) ?? []), `${ref}.${pin}`]);
  return found;
}
