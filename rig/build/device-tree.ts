// Device tree for hardware that the kernel can't discover: QEMU's own, plus LEDs on pins.

import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { ok, type Result } from '../../wire/errors.ts';
import { acceleratorOf, type Architecture } from './architectures.ts';
import { cached, hashOf, type Print } from './cache.ts';
import { LED_PINS, type LedPins } from '../probes/pins.ts';
import { runProgram } from './program.ts';
import { commas, MEMORY_MB } from '../machine/qemu.ts';

const PINS = '/pl061@9030000';

/** Returns a file for QEMU's `-dtb`. Errors: `rig_failed`. */
export async function deviceTree(
  architecture: Architecture,
  print: Print,
  led_pins = LED_PINS,
): Promise<Result<string>> {
  const version = await runProgram(architecture.qemu, ['--version']);
  if (!version.ok) return version;
  const parts = [readFileSync(new URL(import.meta.url)), JSON.stringify(led_pins), version.value];
  const folder = await cached(`${architecture.name}-device-tree`, hashOf(parts), print, async (making) => {
    const tree = join(making, 'machine.dtb');
    const dumped = await dump(architecture, tree);
    return dumped.ok ? addLeds(tree, led_pins) : dumped;
  });
  return folder.ok ? ok(join(folder.value, 'machine.dtb')) : folder;
}

function dump(architecture: Architecture, file: string): Promise<Result<string>> {
  const { accel, cpu } = acceleratorOf(architecture);
  const machine = `${architecture.machine},dumpdtb=${commas(file)}`;
  const call = ['-machine', machine, '-accel', accel, '-cpu', cpu, '-m', String(MEMORY_MB), '-nodefaults', '-display', 'none']; // oxfmt-ignore
  return runProgram(architecture.qemu, call);
}

/** Adds one node per pin, as `dtoverlay=gpio-led` does on a Raspberry Pi. */
async function addLeds(tree: string, led_pins: LedPins): Promise<Result<unknown>> {
  const handle = await runProgram('fdtget', ['-t', 'x', tree, PINS, 'phandle']);
  if (!handle.ok) return handle;
  const calls = [['-t', 's', tree, '/leds', 'compatible', 'gpio-leds']];
  for (const [name, pin] of led_pins.flatMap((pins) => Object.entries(pins)))
    calls.push(
      ['-t', 's', tree, `/leds/${name}`, 'label', name],
      ['-t', 'x', tree, `/leds/${name}`, 'gpios', handle.value.trim(), pin.toString(16), '0'],
    );
  for (const call of calls) {
    const put = await runProgram('fdtput', ['-p', ...call]);
    if (!put.ok) return put;
  }
  return handle;
}
