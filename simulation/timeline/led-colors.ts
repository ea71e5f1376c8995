// Tracks the colours of a device's LEDs: a steady colour each, and a temporary flash on top.

export interface LedColors {
  set(led: number, color: string | null): void;
  flash(led: number, color: string, until_ns: number): void;
  /** Returns when the next flash ends, in nanoseconds; Infinity if none. */
  nextEnd(): number;
  /** Ends all flashes that are due at this time. */
  advance(to_ns: number): void;
  /** Turns all LEDs off at power loss. */
  off(): void;
}

interface Led {
  steady: string | null;
  flash: { readonly color: string; readonly until_ns: number } | null;
  shown: string | null;
}

/** `onChange` receives each changed colour; null is dark. */
export function createLedColors(onChange: (led: number, color: string | null) => void): LedColors {
  const leds = new Map<number, Led>();
  const ledOf = (index: number): Led => {
    const led = leds.get(index) ?? { steady: null, flash: null, shown: null };
    leds.set(index, led);
    return led;
  };
  const show = (index: number, led: Led): void => {
    const color = led.flash ? led.flash.color : led.steady;
    if (color === led.shown) return;
    led.shown = color;
    onChange(index, color);
  };
  return {
    set(index, color) {
      const led = ledOf(index);
      led.steady = color;
      show(index, led);
    },
    flash(index, color, until_ns) {
      const led = ledOf(index);
      led.flash = { color, until_ns };
      show(index, led);
    },
    nextEnd: () => Math.min(...[...leds.values()].map(({ flash }) => flash?.until_ns ?? Infinity)),
    advance(to_ns) {
      for (const [index, led] of leds)
        if (led.flash && led.flash.until_ns <= to_ns) {
          led.flash = null;
          show(index, led);
        }
    },
    off() {
      for (const [index, led] of leds) {
        led.flash = null;
        led.steady = null;
        show(index, led);
      }
    },
  };
}
