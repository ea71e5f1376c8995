// Keys that control a golf simulator on a PC, as USB HID usages of the keyboard page (0x07). They denote key positions,
// not characters: the typed character depends on the PC's layout, but the simulator checks the position. Source:
// USB-IF, HID Usage Tables, "Keyboard/Keypad Page".

/** One key press and release, with modifiers. */
export interface KeyTap {
  /** HID usage of page 0x07: 0x04 to 0xDD. */
  readonly usage: number;
  /** Bits: 0x01 left Ctrl, 0x02 left Shift, 0x04 left Alt, 0x08 left GUI; the same four on the right from 0x10. */
  readonly modifiers: number;
}

const LEFT_CTRL = 0x01;

/** GSPro's key bindings, which other simulators have adopted. */
export const SIMULATOR_KEYS = {
  aim_left: { usage: 0x50, modifiers: 0 },
  aim_right: { usage: 0x4f, modifiers: 0 },
  aim_up: { usage: 0x52, modifiers: 0 },
  aim_down: { usage: 0x51, modifiers: 0 },
  /** A */
  reset_aim: { usage: 0x04, modifiers: 0 },
  /** Ctrl+M; the round's settings must allow it. */
  mulligan: { usage: 0x10, modifiers: LEFT_CTRL },
  /** I */
  club_up: { usage: 0x0c, modifiers: 0 },
  /** K */
  club_down: { usage: 0x0e, modifiers: 0 },
  /** U */
  putting_toggle: { usage: 0x18, modifiers: 0 },
} as const satisfies Readonly<Record<string, KeyTap>>;

export type SimulatorKey = keyof typeof SIMULATOR_KEYS;
