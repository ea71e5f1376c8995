// Names keys of the computer's keyboard as on their caps.

import type { TapRun } from '../connection/protocol.ts';

/** Names of the modifier bits; the right-hand ones repeat the same four and share their names. */
const MODIFIERS = ['Ctrl', 'Shift', 'Alt', 'GUI'];
/** HID usages on the keyboard page. */
const ARROWS: Readonly<Record<number, string>> = { 0x4f: 'Right', 0x50: 'Left', 0x51: 'Down', 0x52: 'Up' };
const [USAGE_A, USAGE_Z] = [0x04, 0x1d];

/** Formats a key, such as 'Left', 'A' or 'Ctrl+M'; an unnamed key is shown as its HID usage. */
export function keyWords({ usage, modifiers }: Pick<TapRun, 'usage' | 'modifiers'>): string {
  const held = MODIFIERS.filter((_, bit) => ((modifiers | (modifiers >> 4)) & (1 << bit)) !== 0);
  return [...held, keyWord(usage)].join('+');
}

function keyWord(usage: number): string {
  if (usage >= USAGE_A && usage <= USAGE_Z) return String.fromCodePoint(65 + usage - USAGE_A);
  return ARROWS[usage] ?? `Key 0x${usage.toString(16).padStart(2, '0').toUpperCase()}`;
}

/** Formats the count, '' for one: '×5', or '×500+' if there may have been more. */
export const countWords = ({ count, at_least }: Pick<TapRun, 'count' | 'at_least'>): string =>
  count > 1 || at_least ? `×${count}${at_least ? '+' : ''}` : '';
