// Finds expected requests to servers that the scenario does not start: expecting a request is an error, and expecting
// none would always succeed (R153).

import type { ServerName } from './request-paths.ts';
import type { Scenario, Step } from '../scenario.ts';
import { PlacedError } from './yaml-page.ts';

type Head = Pick<Scenario, 'steps' | 'cloud' | 'simulator' | 'shots' | 'store' | 'firmware'>;

/** Header fields of a scenario that start a server. */
const FIELD: Readonly<Record<ServerName, string>> = {
  relay: 'cloud: true',
  simulator: 'simulator: gspconnect',
  shots: 'shots: true',
  store: 'store: true',
};

export function absentServers({ steps, cloud, simulator, shots, store, firmware }: Head): readonly PlacedError[] {
  const has: Readonly<Record<ServerName, boolean>> = {
    relay: cloud,
    simulator: simulator !== undefined,
    shots,
    store: store !== undefined || firmware !== undefined,
  };
  const wrongIn = (step: Step): readonly PlacedError[] => {
    if (step.kind === 'repeat') return step.steps.flatMap(wrongIn);
    if (step.kind !== 'expect' && step.kind !== 'expect_no' && step.kind !== 'wait_for') return [];
    const server = step.value.request?.server;
    if (server === undefined || has[server]) return [];
    const sentence = `${step.kind}.request.server is ${server}, but this scenario has none; add ${FIELD[server]}.`;
    return [new PlacedError(sentence, step.at)];
  };
  return steps.flatMap(wrongIn);
}
