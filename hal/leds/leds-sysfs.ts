// Real LEDs of Linux, in /sys/class/leds. They mirror the device's LEDs: the composition code passes them each change.
// Facts that shape this file: an LED can belong to a kernel trigger (card activity, a heartbeat), which would keep
// switching it; only root may write to the files unless a udev rule allows it; an LED on USB comes and goes.

import { join } from 'node:path';
import { fail, messageOf, ok, assertDefined, systemCodeOf, type Result } from '../../wire/errors.ts';
import type { Log } from '../log/log.ts';
import { findLeds, LEDS_FOLDER, type FoundLed } from './find-leds.ts';
import { lightOf, type Light } from './led-light.ts';
import { createSysfsLed, type SysfsLed } from './sysfs-led.ts';

/**
 * Kernel LEDs that make up one LED of the device, by folder name. A `name` that is a multicolor LED shows its colours
 * too.
 */
export type LedSetup =
  | { readonly name: string }
  | { readonly red: string; readonly green: string; readonly blue: string }
  | { readonly multicolor: string };

export interface LedOutput {
  /**
   * Shows the colours.
   * @param colors `#rrggbb` or null for each LED of the device; those without a real LED are ignored. Never throws.
   */
  show(colors: readonly (string | null)[]): void;
  /** Turns all LEDs off and restores their triggers. */
  close(): void;
}

interface SysfsLedOptions {
  /** One setup per LED of the device. */
  readonly setups: readonly LedSetup[];
  readonly folder?: string;
  readonly log: Log;
}

/** Lets the group video set every LED, as is customary for backlights. A line for `LED_RULES_FILE`. */
export const LED_UDEV_RULE = `SUBSYSTEM=="leds", ACTION=="add", RUN+="/bin/sh -c 'cd /sys%p; chgrp -f video brightness trigger multi_intensity; chmod -f g+w brightness trigger multi_intensity'"`;
const LED_RULES_FILE = '/etc/udev/rules.d/70-tapin-leds.rules';

/** Opens the LEDs and turns them off. Errors: `leds_not_found`, `leds_failed`, and `bad_value` for an invalid setup. */
export function createSysfsLeds({ setups, folder = LEDS_FOLDER, log }: SysfsLedOptions): Result<LedOutput> {
  const found = new Map(findLeds(folder).map((led) => [led.name, led]));
  const unusable = setupProblem(setups, found, folder);
  if (unusable) return unusable;
  const taken: SysfsLed[] = [];
  const closeAll = (): void => taken.forEach((led) => led.close());
  const take = (name: string): SysfsLed => {
    const led = createSysfsLed(join(folder, name), assertDefined(found.get(name), `LED ${name}`), log);
    taken.push(led);
    led.take();
    return led;
  };
  let closed = false;
  try {
    const outputs = setups.map((setup) => outputOf(setup, take));
    return ok({
      show(colors) {
        if (!closed) for (const [at, output] of outputs.entries()) output(lightOf(colors[at] ?? null));
      },
      close() {
        if (!closed) closeAll();
        closed = true;
      },
    });
  } catch (thrown) {
    closeAll();
    return takingError(thrown);
  }
}

const namesOf = (setup: LedSetup): readonly string[] => Object.values(setup);

function outputOf(setup: LedSetup, take: (name: string) => SysfsLed): (light: Light) => void {
  if (!('red' in setup)) {
    const led = take('name' in setup ? setup.name : setup.multicolor);
    return (light) => led.show(light);
  }
  const [red, green, blue] = [take(setup.red), take(setup.green), take(setup.blue)];
  return (light) => {
    red.show(light.red);
    green.show(light.green);
    blue.show(light.blue);
  };
}

function setupProblem(
  setups: readonly LedSetup[],
  found: ReadonlyMap<string, FoundLed>,
  folder: string,
): ReturnType<typeof fail> | null {
  const names = setups.flatMap(namesOf);
  const absent = names.find((name) => !found.has(name));
  if (absent !== undefined) return fail('leds_not_found', `No LED ${absent} in ${folder}: ${thoseThereAre(found)}.`);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) return fail('bad_value', `The LED ${twice} is listed twice; list each LED once.`);
  for (const setup of setups)
    for (const name of namesOf(setup)) {
      const index = found.get(name)?.index ?? [];
      if ('red' in setup && index.length > 0)
        return fail('bad_value', `The LED ${name} has several colours itself; give its name alone.`);
      const colored = ['red', 'green', 'blue'].every((color) => index.includes(color));
      if (!('red' in setup) && !colored && ('multicolor' in setup || index.length > 0))
        return fail('bad_value', `The LED ${name} has no red, green and blue in its multi_index.`);
    }
  return null;
}

const thoseThereAre = (found: ReadonlyMap<string, FoundLed>): string =>
  found.size === 0 ? 'the folder has none' : `the folder has ${[...found.keys()].join(', ')}`;

function takingError(thrown: unknown): Result<never> {
  const code = systemCodeOf(thrown);
  if (code !== 'EACCES' && code !== 'EPERM') return fail('leds_failed', `The LEDs can't be set: ${messageOf(thrown)}.`);
  return fail(
    'leds_failed',
    `No permission to set the LEDs: write the line ${LED_UDEV_RULE} to ${LED_RULES_FILE}, restart the machine, and add the user to the group video.`,
  );
}
