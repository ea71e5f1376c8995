// Initial players and settings of a previewed extension, within the limits of its manifest.

import type { Manifest } from '../../../../firmware/extension-runtime/manifest.ts';
import { CHECK_INPUT, type SessionInput } from '../../../../firmware/extension-runtime/session.ts';
import { settingOf } from '../../../../firmware/extension-runtime/setting-value.ts';

/** Requested players and settings; the manifest may not allow all of them. */
export interface PreviewTable {
  readonly players: number;
  readonly settings: SessionInput['settings'];
}

export const FIRST_TABLE: PreviewTable = { players: 1, settings: {} };

/**
 * Returns the table within the limits of the manifest: the player count in range, each setting with an allowed value.
 */
export function tableFor({ players: { min, max }, settings }: Manifest, table: PreviewTable): PreviewTable {
  return {
    players: Math.min(max, Math.max(min, table.players)),
    settings: Object.fromEntries(settings.map((each) => [each.key, settingOf(each, table.settings[each.key])])),
  };
}

/** Returns the input of a default device: imperial, stimp 10, no corrections. */
export const inputFor = (
  { players, settings }: PreviewTable,
  kept: Pick<SessionInput, 'store' | 'trend' | 'seed'>,
): SessionInput => ({ ...CHECK_INPUT, ...kept, players: CHECK_INPUT.players.slice(0, players), settings });
