// Storage records of a scenario's device at power-on.

import { LOCAL_CODE } from '../../extension-script/checked-extension.ts';
import type { DeviceSetup, Scenario } from '../scenario.ts';
import { RATIO } from './strokes.ts';

/** Returns the records by name. */
export function recordsOf(
  { players, records }: DeviceSetup,
  { settings }: Scenario,
): Readonly<Record<string, unknown>> {
  const entries = players
    .map((player) => (typeof player === 'string' ? { name: player } : player))
    .map((player, at) => ({ id: at + 1, impact_ratio: RATIO, ...player }));
  return {
    players: { next_id: players.length + 1, players: entries },
    'extension-data': { [LOCAL_CODE]: { settings } },
    ...records,
  };
}
