// The LEDs: one for each player's colour.
//
// Contract: `set` shows a colour until the next `set` of that LED; `flash` shows it that long and then what was before.
// An index outside 0..count-1 is a programmer's error.

export interface Leds {
  readonly count: number;
  /**
   * @param index 0..count-1; another one is a programmer's error, here and in `flash`.
   * @param color `#rrggbb`; null is dark.
   */
  set(index: number, color: string | null): void;
  /** For so long, and then what was set before. */
  flash(index: number, color: string, flash_ms: number): void;
}
