// LEDs on pins, read in the register of the pin controller, a PL061, through QEMU's monitor.

import { fail, ok, type Result } from '../../wire/errors.ts';
import type { Calls } from '../machine/calls.ts';

/** Pins of each LED by kernel name: red, green and blue, or a single one for any colour. */
export type LedPins = readonly Readonly<Record<string, number>>[];

/** LEDs of the rig's machine. Pin 3 is its power key. */
export const LED_PINS: LedPins = [
  { 'player1-red': 0, 'player1-green': 1, 'player1-blue': 2 },
  { 'player2-red': 4, 'player2-green': 5, 'player2-blue': 6 },
  { player3: 7 },
];

/** LEDs of a card, one pin each. */
export const CARD_LED_PINS: LedPins = [{ player1: 0 }, { player2: 1 }, { player3: 2 }, { player4: 4 }];

/** Address of the levels of all eight pins in QEMU's `virt` machine. */
const LEVELS = '0x090303fc';

/**
 * Reads the colour of each LED: `#rrggbb` as on a screen, white for a single-colour LED; null for a dark one. Errors:
 * `rig_failed`.
 */
export async function readLedPins(qmp: Calls, led_pins = LED_PINS): Promise<Result<readonly (string | null)[]>> {
  const reply = await qmp.call('human-monitor-command', { 'command-line': `xp /1wx ${LEVELS}` });
  if (!reply.ok) return reply;
  const levels = /: (0x[\da-f]{8})\s*$/.exec(String(reply.value))?.[1];
  if (levels === undefined) return fail('rig_failed', `QEMU did not report the pins: ${String(reply.value).trim()}.`);
  return ok(led_pins.map((pins) => colourOf(Object.values(pins), Number(levels))));
}

function colourOf(pins: readonly number[], levels: number): string | null {
  const lit = pins.map((pin) => ((levels >> pin) & 1) === 1);
  if (!lit.includes(true)) return null;
  const [red, green = red, blue = red] = lit.map((on) => (on ? 'ff' : '00'));
  return `#${red}${green}${blue}`;
}
