// Pins of a Raspberry Pi's header that a card uses, in one place for its device tree overlays, the table and the drawing
// of docs/raspberry-pi.md.

interface Pin {
  /** Number on the header, 1..40. */
  readonly pin: number;
  /** GPIO number; null for power and ground. */
  readonly gpio: number | null;
  /** Name in the drawing. */
  readonly name: string;
}

/** Linux key codes of input-event-codes.h. */
const KEY_PINS = [
  { pin: 29, gpio: 5, label: 'up', code: 103 },
  { pin: 31, gpio: 6, label: 'down', code: 108 },
  { pin: 33, gpio: 13, label: 'left', code: 105 },
  { pin: 37, gpio: 26, label: 'right', code: 106 },
  { pin: 36, gpio: 16, label: 'ok', code: 28 },
  { pin: 32, gpio: 12, label: 'back', code: 1 },
] as const;

const LED_PINS = [
  { pin: 11, gpio: 17, label: 'player1' },
  { pin: 13, gpio: 27, label: 'player2' },
  { pin: 15, gpio: 22, label: 'player3' },
  { pin: 16, gpio: 23, label: 'player4' },
] as const;

const OTHERS: readonly Pin[] = [
  { pin: 4, gpio: null, name: 'sensor 5 V' },
  { pin: 6, gpio: null, name: 'sensor ground' },
  { pin: 8, gpio: 14, name: 'sensor RXD, 3.3 V' },
  { pin: 10, gpio: 15, name: 'sensor TXD, 3.3 V' },
  { pin: 9, gpio: null, name: 'ground of the LEDs' },
  { pin: 39, gpio: null, name: 'ground of the keys' },
];

export const USED_PINS: readonly Pin[] = [
  ...KEY_PINS.map(({ pin, gpio, label }) => ({ pin, gpio, name: `key ${label}` })),
  ...LED_PINS.map(({ pin, gpio, label }) => ({ pin, gpio, name: `LED ${label}` })),
  ...OTHERS,
].toSorted((a, b) => a.pin - b.pin);

/** Overlay by file name; the header of a Raspberry Pi 5 is at its RP1 chip. */
export const OVERLAYS: Readonly<Record<string, string>> = {
  'tapin-pins.dts': overlayOf({
    models: 'brcm,bcm2837", "brcm,bcm2711',
    gpio: 'gpio',
    pulls: [`brcm,pins = <${KEY_PINS.map(({ gpio }) => gpio).join(' ')}>`, 'brcm,function = <0>', 'brcm,pull = <2>'],
  }),
  'tapin-pins-5.dts': overlayOf({
    models: 'brcm,bcm2712',
    gpio: 'rp1_gpio',
    pulls: [`pins = ${KEY_PINS.map(({ gpio }) => `"gpio${gpio}"`).join(', ')}`, 'function = "gpio"', 'bias-pull-up'],
  }),
};

interface Header {
  readonly models: string;
  /** Label of the pin controller in the device tree. */
  readonly gpio: string;
  /** Properties that make the keys' pins inputs with a pull-up. */
  readonly pulls: readonly string[];
}

function overlayOf({ models, gpio, pulls }: Header): string {
  const keys = KEY_PINS.map(
    (key) => `${key.label} { label = "${key.label}"; linux,code = <${key.code}>; gpios = <&${gpio} ${key.gpio} 1>; debounce-interval = <10>; };`, // oxfmt-ignore
  );
  const leds = LED_PINS.map((led) => `${led.label} { label = "${led.label}"; gpios = <&${gpio} ${led.gpio} 0>; };`);
  const block = (name: string, lines: readonly string[]): string =>
    `${name} {\n${lines.map((each) => `  ${each.replaceAll('\n', '\n  ')}`).join('\n')}\n};`;
  const pinctrl = block('tapin_keys_pins: tapin-keys-pins', pulls.map((each) => `${each};`)); // oxfmt-ignore
  const nodes = [
    block('tapin-keys', ['compatible = "gpio-keys";', 'pinctrl-names = "default";', 'pinctrl-0 = <&tapin_keys_pins>;', ...keys]), // oxfmt-ignore
    block('tapin-leds', ['compatible = "gpio-leds";', ...leds]),
  ];
  const root = block('/', [
    `compatible = "${models}";`,
    block('fragment@0', [`target = <&${gpio}>;`, block('__overlay__', [pinctrl])]),
    block('fragment@1', ['target-path = "/";', block('__overlay__', nodes)]),
  ]);
  return `/dts-v1/;\n/plugin/;\n${root}\n`;
}
