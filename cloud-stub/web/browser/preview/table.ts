// With whom and with what an extension begins on a page: the players and the settings that its manifest allows.

import type { Manifest } from '../../../../firmware/extension-runtime/manifest.ts';
import { CHECK_INPUT, type SessionInput } from '../../../../firmware/extension-runtime/session.ts';
import { settingOf } from '../../../../firmware/extension-runtime/setting-value.ts';

/** As somebody has asked for it; the manifest may not allow all of it. */
export interface Table {
  readonly players: number;
  readonly settings: SessionInput['settings'];
}

export const FIRST_TABLE: Table = { players: 1, settings: {} };

/** The same within what the manifest allows: as many players as it is for, each setting with a value that it has. */
export function tableFor({ players: { min, max }, settings }: Manifest, table: Table): Table {
  return {
    players: Math.min(max, Math.max(min, table.players)),
    settings: Object.fromEntries(settings.map((each) => [each.key, settingOf(each, table.settings[each.key])])),
  };
}

/** A device like any: imperial, a stimp of 10, nothing corrected. */
export const inputFor = (
  { players, settings }: Table,
  kept: Pick<SessionInput, 'store' | 'trend' | 'seed'>,
): SessionInput => ({ ...CHECK_INPUT, ...kept, players: CHECK_INPUT.players.slice(0, players), settings });
