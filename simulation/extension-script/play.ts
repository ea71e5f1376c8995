// Plays a script on a virtual device in virtual time, and says where the screen is not as expected.

import { writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { settingOf } from '../../firmware/facts/extension-settings.ts';
import { createVirtualClock, type VirtualClock } from '../../hal/clock/clock-virtual.ts';
import { createMemoryFlash, type MemoryFlash } from '../../hal/flash/flash-memory.ts';
import { createWaitingIsolates } from '../../hal/isolate/isolate-waiting.ts';
import type { Key } from '../../hal/keys/keys.ts';
import type { Log } from '../../hal/log/log.ts';
import { createSeededRandom } from '../../hal/random/random-seeded.ts';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { startDevice, type AssembledDevice } from '../device/assemble-device.ts';
import { LOCAL_CODE, type ExtensionFile } from './extension-file.ts';
import { RATIO, type Expectation, type TestScript } from './script.ts';

export interface Played {
  readonly putts: number;
  readonly screenshots: readonly string[];
  /** How long the play took on the device's clock. */
  readonly played_ms: number;
}

interface DeviceUnderTest {
  readonly clock: VirtualClock;
  readonly device: AssembledDevice;
  lines(): readonly string[];
  press(key: Key): Promise<void>;
}

const EXTENSION_HOST = new URL('../../firmware/extension-runtime/host.ts', import.meta.url);
const BOOT_MS = 3000;
/** From the tap of a key until everything has settled. */
const TAP_MS = 5;
/** The board has reported a swing by then, and the extension has heard of it. */
const PUTT_MS = 2500;
const BELOW_EXTENSIONS = 'Play together';
const STOPPED = 'This extension has stopped';

/** Errors: `bad_value`, `FILE:LINE: ` and what was expected there, with the screen's lines. `file`: the script's. */
export async function play(
  extension: ExtensionFile,
  script: TestScript,
  file: string,
  also?: Log,
): Promise<Result<Played>> {
  const settled = settingsFor(extension, script, file);
  if (!settled.ok) return settled;
  const target = await startScripted(extension, script, also);
  try {
    await openExtension(target, extension.entry.settings.length > 0);
    return await runSteps(target, script, file);
  } finally {
    await target.device.stop();
  }
}

/** The settings are the manifest's, each with a value that it allows. */
function settingsFor({ entry }: ExtensionFile, { settings }: TestScript, file: string): Result<void> {
  for (const [key, value] of Object.entries(settings)) {
    const setting = entry.settings.find((each) => each.key === key);
    if (!setting) return fail('bad_value', `${file}: the manifest has no setting ${key}.`);
    if (settingOf(setting, value) !== value)
      return fail('bad_value', `${file}: the manifest does not allow ${JSON.stringify(value)} for ${key}.`);
  }
  return ok(undefined);
}

async function startScripted(
  { entry, bytes }: ExtensionFile,
  script: TestScript,
  also?: Log,
): Promise<DeviceUnderTest> {
  const clock = createVirtualClock();
  const device = startDevice({
    clock,
    random: createSeededRandom(script.seed),
    flash: await flashFor(script),
    isolates: createWaitingIsolates(clock, EXTENSION_HOST),
    ...(also ? { log: also } : {}),
  });
  await clock.advance(BOOT_MS);
  await device.device.install(entry, bytes);
  return {
    clock,
    device,
    lines: () => device.screen.picture().lines,
    async press(key) {
      device.keys.tap(key);
      await clock.advance(TAP_MS);
    },
  };
}

async function flashFor({ players, settings }: TestScript): Promise<MemoryFlash> {
  const flash = createMemoryFlash();
  const put = (record: string, data: unknown): Promise<unknown> =>
    flash.write(record, new TextEncoder().encode(JSON.stringify(data)));
  await put('players', {
    next_id: players.length + 1,
    players: players.map((name, i) => ({ id: i + 1, name, impact_ratio: RATIO })),
  });
  await put('extension-data', { [LOCAL_CODE]: { settings } });
  return flash;
}

/** From the menu into the extension, by the keys that a person would press. */
async function openExtension({ lines, press, clock }: DeviceUnderTest, has_settings: boolean): Promise<void> {
  // The only extension stands above the row that follows all of them; its name may be that of another row.
  const row = lines().lastIndexOf(BELOW_EXTENSIONS) - 1;
  const moves = row - lines().findIndex((line) => line.startsWith('> '));
  for (let move = 0; move < moves; move++) await press('down');
  await press('ok');
  if (has_settings) await press('ok');
  await clock.advance(TAP_MS);
}

async function runSteps(target: DeviceUnderTest, { steps }: TestScript, file: string): Promise<Result<Played>> {
  const began_ms = target.clock.now_ms();
  const screenshots: string[] = [];
  let putts = 0;
  for (const step of steps) {
    const wrong = (sentence: string) =>
      fail('bad_value', `${file}:${step.line}: ${sentence}\n${shown(target.lines())}`);
    switch (step.do) {
      case 'putt':
        putts++;
        target.device.rig?.strike(step.putt);
        await target.clock.advance(PUTT_MS);
        break;
      case 'key':
        for (const key of step.keys) await target.press(key);
        break;
      case 'wait_ms':
        await target.clock.advance(step.wait_ms);
        break;
      case 'screenshot': {
        const path = resolve(dirname(file), step.file);
        const written = await writePicture(target, path);
        if (!written.ok) return wrong(written.error.message);
        screenshots.push(path);
        break;
      }
      default: {
        const problem = failedExpectation(step.do, step.texts, target.lines());
        if (problem) return wrong(problem);
        continue;
      }
    }
    const stopped = target.lines().indexOf(STOPPED);
    const expected = (steps[steps.indexOf(step) + 1]?.do ?? '').startsWith('expect');
    if (stopped >= 0 && !expected) return wrong('the extension has stopped:');
  }
  return ok({ putts, screenshots, played_ms: target.clock.now_ms() - began_ms });
}

/** What is not as expected; '' where everything is. */
function failedExpectation(what: Expectation, texts: readonly string[], lines: readonly string[]): string {
  const has = (text: string): boolean =>
    what === 'expect_line' ? lines.includes(text) : lines.some((line) => line.includes(text));
  const other = texts.find((text) => has(text) === (what === 'reject'));
  if (other === undefined) return '';
  const text = JSON.stringify(other);
  if (what === 'expect_line') return `no line of the screen is ${text}:`;
  return `${what === 'expect' ? 'no' : 'a'} line of the screen has ${text} in it:`;
}

const shown = (lines: readonly string[]): string => lines.map((line) => `    ${line}`).join('\n');

async function writePicture({ device }: DeviceUnderTest, path: string): Promise<Result<void>> {
  try {
    writeFileSync(path, await device.screen.png());
    return ok(undefined);
  } catch (thrown) {
    return fail('bad_value', `${path} can't be written: ${messageOf(thrown)}.`);
  }
}
