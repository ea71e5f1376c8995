// LEDs port: one LED per player colour.
// Contract: `set` shows a colour until the next `set` of that LED; `flash` shows one for the given time and then
// restores the previous one. An index outside 0..count-1 is a programming error.

export interface Leds {
  readonly count: number;
  /**
   * @param index 0..count-1; any other is a programming error, here and in `flash`.
   * @param color `#rrggbb`; null is dark.
   */
  set(index: number, color: string | null): void;
  /** Shows a colour for `flash_ms`, then the one set before. */
  flash(index: number, color: string, flash_ms: number): void;
}
