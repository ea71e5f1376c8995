// Whether a device and what stands beside it do what a scenario expects, and in words what they do instead.

import { missing, seen, unseen } from '../../sims/condition/conditions.ts';
import type { Snapshot } from './backend.ts';
import { arrivalText, fits, requestText, type Arrival } from './servers/servers.ts';
import type { ExpectedRequest } from './reading/server-shapes.ts';
import type { Condition } from './reading/shapes.ts';

/** What has happened since the last of its kind that was expected, oldest first. */
export interface Since {
  readonly sounds: readonly string[];
  readonly taps: readonly string[];
  /** At the server that the condition names. */
  readonly arrived: readonly Arrival[];
}

/** What does not hold of a condition, as sentences; none where all of it holds. */
export function unmet(condition: Condition, snapshot: Snapshot, since: Since): readonly string[] {
  return [
    ...unseen(condition, snapshot, since.sounds),
    ...missing('key', condition.key, since.taps),
    ...(condition.request === undefined ? [] : notArrived(condition.request, since.arrived)),
  ];
}

function notArrived(wanted: ExpectedRequest, arrived: readonly Arrival[]): readonly string[] {
  if (arrived.some((each) => fits(wanted, each))) return [];
  const last = arrived.at(-1);
  return [`nothing has arrived for ${requestText(wanted)}${last ? `; the last was ${arrivalText(last)}` : ''}`];
}

/** What holds of a condition that should not, as a sentence; '' where nothing of it does. */
export function met(condition: Condition, snapshot: Snapshot, since: Since): string {
  const { key, request } = condition;
  const shown = seen(condition, snapshot, since.sounds);
  if (shown) return shown;
  if (key !== undefined && since.taps.includes(key)) return `the key ${key} was tapped`;
  const came = request && since.arrived.find((each) => fits(request, each));
  return came ? `${request.server} was sent ${arrivalText(came)}` : '';
}
