// Extensions in scenarios: checks their settings, opens them from the menu and recognizes that one has stopped.

import { hasPage } from '../../firmware/persisted/extensions.ts';
import { settingOf } from '../../firmware/extension-runtime/setting-value.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import type { ExtensionFile } from '../extension-script/checked-extension.ts';
import type { Backend } from './backend.ts';

/** Checks that the settings exist in the manifest and have allowed values. Errors: `bad_value`. */
export function checkSettings({ entry }: ExtensionFile, settings: Readonly<Record<string, unknown>>): Result<void> {
  for (const [key, value] of Object.entries(settings)) {
    const setting = entry.settings.find((each) => each.key === key);
    if (!setting) return fail('bad_value', `the manifest has no setting ${key}.`);
    if (settingOf(setting, value) !== value)
      return fail('bad_value', `the manifest does not allow ${JSON.stringify(value)} for ${key}.`);
  }
  return ok(undefined);
}

const BELOW_EXTENSIONS = 'Play together';

/** Menu of a device. */
interface Menu {
  lines(): Promise<readonly string[]> | readonly string[];
  press(key: 'down' | 'ok'): Promise<void> | void;
}

export function menuOf(backend: Backend, device: string): Menu {
  const target = backend.target(device);
  return {
    lines: async () => (await target.snapshot()).lines,
    async press(key) {
      await target.key(key, 'tap');
      await backend.pass(backend.settle_ms);
    },
  };
}

/** Opens a device's only extension from the menu with the keys that a player would press. */
export async function openExtension({ entry }: ExtensionFile, { lines: read, press }: Menu): Promise<void> {
  const lines = await read();
  // The extension's row is directly above the row that follows all extensions; its name may equal the name of another
  // row.
  const row = lines.lastIndexOf(BELOW_EXTENSIONS) - 1;
  const moves = row - lines.findIndex((line) => line.startsWith('> '));
  for (let move = 0; move < moves; move++) await press('down');
  await press('ok');
  if (hasPage(entry)) await press('ok');
}

/** Line that the page of a stopped extension shows. */
export const STOPPED = 'This extension has stopped';
