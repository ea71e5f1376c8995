// Events inside a sensor board that runs its own firmware.

export const BOARD_KINDS = ['model', 'avr'] as const;
/** `model`: a model of the protocol; `avr`: the machine code of sensor-board/ on a virtual chip. */
export type BoardKind = (typeof BOARD_KINDS)[number];

/**
 * `brown-out`: the supply drops for a moment; `-in-swing`: while the next swing is being sent; `-in-write`: at the boot
 * that follows, while the board stores its boot count. `hang`: the program stops until the watchdog resets it.
 * `damage-memory`: the EEPROM is overwritten, and the board boots.
 */
export const BOARD_EVENTS = ['brown-out', 'brown-out-in-swing', 'brown-out-in-write', 'hang', 'damage-memory'] as const;
export type BoardEvent = (typeof BOARD_EVENTS)[number];
