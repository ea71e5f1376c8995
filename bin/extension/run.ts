// `tapin extension run`: runs a virtual device with a file as its only extension, opens it at start, and reloads it
// whenever the file is saved.

import { watch } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { createMemoryFlash } from '../../hal/flash/flash-memory.ts';
import { ok, type Result } from '../../wire/errors.ts';
import type { AssembledDevice } from '../../simulation/device/assemble-device.ts';
import { verdictText } from './check.ts';
import {
  isUnreadable,
  checkExtensionFile,
  problemLine,
  refusal,
} from '../../simulation/extension-script/extension-file.ts';
import type { ExtensionFile, ExtensionCheck } from '../../simulation/extension-script/checked-extension.ts';
import { booted } from '../../simulation/device/booted.ts';
import { openExtension } from '../../simulation/scenarios/extension.ts';
import { createScriptFile, type ShownScriptFile } from '../../simulation/extension-script/script-file.ts';
import { ONLY_DEVICE, startLocalDevice } from '../serve/local-device.ts';
import { openKeptRecorder } from '../recording/open-recorder.ts';
import { closeAndExit, openResources } from '../process/resources.ts';
import { exitUsage, printMessage } from '../process/process.ts';
import { servePanel } from '../serve/panel.ts';

export interface RunFileOptions {
  readonly port: number;
  readonly host: string;
  readonly open?: boolean;
  readonly seed?: number;
  readonly verbose?: boolean;
}

/** Editors save in several steps. */
const SETTLE_MS = 30;

export async function runFile(file: string, options: RunFileOptions): Promise<void> {
  const checked = await checkExtensionFile(file);
  if (!checked.ok && isUnreadable(checked.problem)) exitUsage(problemLine(file, checked.problem));
  const resources = openResources(options);
  const recorded = openKeptRecorder(resources, {});
  if (!recorded.ok) return closeAndExit(resources, recorded.error);
  const { clock, time, recorder, recording, timelineOf } = recorded.value;
  const device = startLocalDevice(resources, {
    flash: createMemoryFlash(),
    random: resources.random,
    sensor: 'virtual',
    recorder,
    clock,
  });
  await booted(device);
  const script = createScriptFile(basename(file));
  const first = await putIn(device, file, script, checked);
  if (!first.ok) return closeAndExit(resources, first.error);
  await openExtension(first.value, {
    lines: () => device.screen.picture().lines,
    press: (key) => device.keys.tap(key),
  });
  printFailures(device, file);
  // Serialises the checks, so that the verdict on the last save wins.
  let pending: Promise<unknown> = Promise.resolve();
  let soon: NodeJS.Timeout | undefined;
  // Watches the folder, since many editors write a new file and rename it.
  const watcher = watch(dirname(resolve(file)), (_event, name) => {
    if (name !== null && name !== basename(file)) return;
    clearTimeout(soon);
    soon = setTimeout(() => {
      pending = pending
        .then(async () => putIn(device, file, script, await checkExtensionFile(file)))
        .then((put) => !put.ok && printMessage(put.error.message));
    }, SETTLE_MS);
  });
  resources.onClose(async () => {
    clearTimeout(soon);
    watcher.close();
  });
  await servePanel(
    resources,
    { ...options, recording, time },
    [{ ...device, script, timeline: timelineOf(ONLY_DEVICE) }],
    {},
  );
}

/** Prints why the running extension has stopped, once per failure. */
function printFailures({ device }: AssembledDevice, file: string): void {
  let printed = '';
  device.onChange(() => {
    const failure = device.extension()?.failure ?? null;
    const refused = failure && refusal(file, { ...failure, code: null });
    const sentence = refused?.ok === false ? refused.error.message : '';
    if (sentence !== printed && sentence !== '') printMessage(sentence);
    printed = sentence;
  });
}

/**
 * Checks the file and installs it. If it fails the check, the last valid version stays, and the page marks it as old.
 */
async function putIn(
  { device }: AssembledDevice,
  file: string,
  script: ShownScriptFile,
  checked: ExtensionCheck,
): Promise<Result<ExtensionFile>> {
  script.show(checked.ok ? null : { ...checked.problem, callback: null, calls: [] });
  if (!checked.ok) return refusal(file, checked.problem);
  const { entry, bytes, verdict } = checked.value;
  printMessage(`${file}${verdictText(verdict)}`);
  const put = await device.install(entry, bytes);
  return put.ok ? ok(checked.value) : put;
}
