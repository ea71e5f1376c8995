// Plays scenarios on virtual devices and returns their recordings.

import type { ExecutionContext } from 'ava';
import { recordingOf, type Recording } from '../../../simulation/recordings/recording.ts';
import { runScenario } from '../../../simulation/scenarios/run-scenario.ts';
import { openVirtualBackend } from '../../../simulation/scenarios/virtual/virtual-backend.ts';
import { gunzipSync } from 'node:zlib';
import { ok } from '../../../wire/errors.ts';
import { valueOf } from '../results.ts';
import { readText } from '../scenario/scenario.ts';

/** Plays a scenario, which must pass, and returns its recording. `files`: included files by name. */
export async function recorded(
  t: ExecutionContext,
  text: string,
  files: Readonly<Record<string, string>> = {},
): Promise<Recording> {
  const scenario = valueOf(t, readText(text, files));
  const world = await openVirtualBackend(scenario);
  const { message } = await runScenario(scenario, world, { keep: (file) => ok(file) });
  t.is(message, '');
  await world.close();
  return valueOf(t, recordingOf(gunzipSync((await world.recording()) ?? new Uint8Array()).toString(), 'a recording'));
}
