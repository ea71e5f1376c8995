// Checks whether a device and its servers meet a scenario's conditions, and describes the differences.

import { missing, firstMet, unseen } from '../../sims/condition/conditions.ts';
import type { Snapshot } from './backend.ts';
import { arrivalText, fits, requestText, type Arrival } from './servers/servers.ts';
import type { ExpectedRequest } from './reading/server-shapes.ts';
import type { Condition } from './reading/shapes.ts';

/** Events since the last expected one of each kind, oldest first. */
export interface Since {
  readonly sounds: readonly string[];
  readonly taps: readonly string[];
  /** Requests at the server named by the condition. */
  readonly arrived: readonly Arrival[];
  /** Number of requests that match the condition and were already expected. */
  readonly used: number;
}

/** Returns the unmet parts of a condition as sentences; empty if all are met. */
export function unmet(condition: Condition, snapshot: Snapshot, since: Since): readonly string[] {
  return [
    ...unseen(condition, snapshot, since.sounds),
    ...missing('key', condition.key, since.taps),
    ...(condition.request === undefined ? [] : notArrived(condition.request, since)),
  ];
}

function notArrived(wanted: ExpectedRequest, { arrived, used }: Pick<Since, 'arrived' | 'used'>): readonly string[] {
  if (arrived.some((each) => fits(wanted, each))) return [];
  const last = arrived.at(-1);
  const earlier = used > 0 ? `; ${used} that came earlier ${used === 1 ? 'was' : 'were'} already expected` : '';
  return [
    `nothing received for ${requestText(wanted)}${earlier}${last ? `; last received: ${arrivalText(last)}` : ''}`,
  ];
}

/** Returns a sentence about a part of the condition that is met although it should not be; '' if none is. */
export function met(condition: Condition, snapshot: Snapshot, since: Since): string {
  const { key, request } = condition;
  const shown = firstMet(condition, snapshot, since.sounds);
  if (shown) return shown;
  if (key !== undefined && since.taps.includes(key)) return `the key ${key} was tapped`;
  const came = request && since.arrived.find((each) => fits(request, each));
  return came ? `${request.server} received ${arrivalText(came)}` : '';
}
