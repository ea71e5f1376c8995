// Runs a file as the extension of a device, and runs it again after each change where the browser lets a page watch
// files: the counterpart of `tapin extension run`.

import type { CheckVerdict } from '../../firmware/extension-runtime/check.ts';
import type { CheckRequest } from '../../firmware/extension-runtime/checker-module.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import type { Key } from '../../hal/keys/keys.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import type { AssembledDevice } from '../device/assemble-device.ts';
import { booted } from '../device/booted.ts';
import { checkedExtension, type ExtensionFile, type FileProblem } from '../extension-script/checked-extension.ts';
import type { ShownScriptFile } from '../extension-script/script-file.ts';
import { openExtension } from '../scenarios/extension.ts';
import { createLuaIsolates } from './lua-isolates.ts';

/** File that can be read again, with its present contents. */
export interface ScriptSource {
  read(): Promise<File>;
  /** Whether `read` sees changes. */
  readonly is_live: boolean;
}

/** Exceeds the checker's limit, so that the checker can report the actual size. */
const READ_BYTES_MAX = 16 * 2 ** 20;
const LOOK_EVERY_MS = 1000;

/**
 * Installs the file and opens it on the device. `pass`: lets the device's time pass. Resolves once it is open; looks for
 * changes until the page is closed. Errors: `bad_value` if the file can't be read or is not an extension.
 */
export async function runScript(
  device: AssembledDevice,
  source: ScriptSource,
  script: ShownScriptFile,
  { wall, pass }: { readonly wall: Clock; readonly pass: (ms: number) => Promise<void> },
): Promise<Result<void>> {
  clearInterval(watching);
  await booted(device);
  const file = await source.read();
  const installed = await install(device, file, script, wall);
  if (source.is_live) watch(source, file.lastModified, (next) => install(device, next, script, wall));
  if (!installed.ok) return installed;
  // The device restarts an open extension that is installed again.
  if (device.device.play().kind === 'extension') return ok(undefined);
  const lines = (): readonly string[] => device.screen.picture().lines;
  const press = async (key: Key): Promise<void> => {
    device.keys.tap(key);
    await pass(SETTLE_MS);
  };
  for (let backs = 0; backs < PAGES_MAX && device.device.states()['navigation'] !== 'menu'; backs++)
    await press('back');
  await openExtension(installed.value, { lines, press });
  return ok(undefined);
}

/** Exceeds the number of pages from any page back to the menu. */
const PAGES_MAX = 12;

/** Time until a key has had its effect. */
const SETTLE_MS = 20;

/** Checks the file and installs it. If it fails the check, the last valid version stays. */
async function install(
  { device }: AssembledDevice,
  file: File,
  script: ShownScriptFile,
  wall: Clock,
): Promise<Result<ExtensionFile>> {
  const refuse = (problem: Pick<FileProblem, 'message' | 'line' | 'source'>): Result<never> => {
    script.show({ ...problem, callback: null, calls: [] });
    const { line, message } = problem;
    return fail('bad_value', `${file.name}${line === null ? '' : `, line ${line}`}: ${message}`);
  };
  const refuseWhole = (message: string): Result<never> => refuse({ message, line: null, source: [] });
  if (file.size > READ_BYTES_MAX) return refuseWhole('The file is too large for an extension.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const verdict = await check(bytes, wall);
  if (!verdict.ok) return refuseWhole(`The file can't be checked: ${verdict.error.message}`);
  const checked = checkedExtension(bytes, verdict.value);
  if (!checked.ok) return refuse(checked.problem);
  const put = await device.install(checked.value.entry, bytes);
  if (!put.ok) return refuseWhole(put.error.message);
  script.show(null);
  return ok(checked.value);
}

/** Runs the device's own checker in a Worker of its own. */
function check(bytes: Uint8Array, wall: Clock): Promise<Result<CheckVerdict>> {
  const isolate = createLuaIsolates(wall, true).start();
  return new Promise((resolve) => {
    isolate.request({ bytes, tries_out: false } satisfies CheckRequest, (answer) => {
      isolate.end();
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the isolate only ever answers with this type
      resolve(answer.ok ? ok(answer.value as CheckVerdict) : answer);
    });
  });
}

/** Watch of the page's file: only the last one that was opened. */
let watching: ReturnType<typeof setInterval> | undefined;

/** Calls back with the file after each change. */
function watch(source: ScriptSource, seen_unix_ms: number, changed: (file: File) => Promise<unknown>): void {
  let last_unix_ms = seen_unix_ms;
  const look = async (): Promise<void> => {
    const file = await source.read();
    if (file.lastModified === last_unix_ms) return;
    last_unix_ms = file.lastModified;
    await changed(file);
  };
  // An editor may be replacing the file, or it is gone: the last version stays.
  watching = setInterval(() => void look().catch(() => {}), LOOK_EVERY_MS);
}
