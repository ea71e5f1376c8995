// A key of the computer's keyboard in words, as it stands on its cap.

import type { TapRun } from '../connection/protocol.ts';

/** Bits of the modifiers; the right ones are the same four again, and are called alike. */
const MODIFIERS = ['Ctrl', 'Shift', 'Alt', 'GUI'];
/** HID usages of the keyboard page. */
const ARROWS: Readonly<Record<number, string>> = { 0x4f: 'Right', 0x50: 'Left', 0x51: 'Down', 0x52: 'Up' };
const [USAGE_A, USAGE_Z] = [0x04, 0x1d];

/** Such as 'Left', 'A' or 'Ctrl+M'; a key without a word is its HID usage. */
export function keyWords({ usage, modifiers }: Pick<TapRun, 'usage' | 'modifiers'>): string {
  const held = MODIFIERS.filter((_, bit) => ((modifiers | (modifiers >> 4)) & (1 << bit)) !== 0);
  return [...held, keyWord(usage)].join('+');
}

function keyWord(usage: number): string {
  if (usage >= USAGE_A && usage <= USAGE_Z) return String.fromCodePoint(65 + usage - USAGE_A);
  return ARROWS[usage] ?? `Key 0x${usage.toString(16).padStart(2, '0').toUpperCase()}`;
}

/** How often, where it is not once: '×5', or '×500+' where there may have been more. */
export const countWords = ({ count, at_least }: Pick<TapRun, 'count' | 'at_least'>): string =>
  count > 1 || at_least ? `×${count}${at_least ? '+' : ''}` : '';
