// Plays an extension file with its scenario text, as `tapin extension test` does.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readExtension } from '../../../simulation/extension-script/extension-file.ts';
import { checkSettings, menuOf, openExtension } from '../../../simulation/scenarios/extension.ts';
import { runScenario, type ScenarioOutcome } from '../../../simulation/scenarios/run-scenario.ts';
import { openVirtualBackend } from '../../../simulation/scenarios/virtual/virtual-backend.ts';
import { ok, type Result } from '../../../wire/errors.ts';
import { readText } from '../scenario/scenario.ts';

/** Plays the scenario. `folder`: destination of screenshots. */
export async function playExtension(file: string, text: string, folder: string): Promise<Result<ScenarioOutcome>> {
  const [extension, read] = [await readExtension(file), readText(text)];
  if (!extension.ok) return extension;
  if (!read.ok) return read;
  const scenario = { ...read.value, extension: file };
  const settings = checkSettings(extension.value, scenario.settings);
  if (!settings.ok) return settings;
  const world = await openVirtualBackend(scenario, { extension: extension.value });
  await openExtension(extension.value, menuOf(world, 'device'));
  const outcome = await runScenario(scenario, world, {
    keep(name, png) {
      const path = join(folder, name);
      writeFileSync(path, png);
      return ok(path);
    },
  });
  await world.close();
  return ok(outcome);
}
