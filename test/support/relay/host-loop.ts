// The host loop, with the test acting as the relay.

import { hostMachine, type HostMachineEvent } from '../../../firmware/online/host.machine.ts';
import type { HostContext, HostInput } from '../../../firmware/online/host.ts';
import type { RelayAnswer } from '../../../wire/relay/answers.ts';
import type { Round } from '../../../wire/relay/round.ts';
import type { Experience } from '../../../wire/relay/shapes.ts';
import { IDENTITY, SELF, openLoop, stateOf, type Loop } from './relay-loop.ts';
import { ROUND } from './wire-samples.ts';

export const EXP: Experience = { mode: 11, gen: 4, cfg: { holes: 3 } };
export const STATE = stateOf({ exp: EXP });
export const INPUT: HostInput = {
  identity: IDENTITY,
  self: SELF,
  exp: EXP,
  rounds: [],
  input_seq: null,
  stopping: false,
  boot: 'b7',
};
export const started: Partial<RelayAnswer> = { code: 'ABC123', next_seq: 8, state: STATE };

export interface Host extends Omit<Loop<HostContext>, 'send'> {
  send(event: HostMachineEvent): void;
}

export const openHost = (given: Partial<HostInput> = {}): Host =>
  openLoop({ ...INPUT, ...given }, (ask) => hostMachine.provide({ actors: { ask } }));

/** Returns a host that has registered and polls. */
export function pollingHost(given: Partial<HostInput> = {}, answer: Partial<RelayAnswer> = started): Host {
  const host = openHost(given);
  host.open().answer(answer);
  host.fresh();
  return host;
}

export const aRound = (seq: number, v: '' | 'miss' = '', id = 7): Round => ({ ...ROUND, id, shot: { ...ROUND.shot, seq, v } }); // oxfmt-ignore

/** Publishes a round and confirms that it is saved in the flash. */
export function publish(host: Host, round: Round): void {
  host.send({ type: 'host.round', round });
  host.send({ type: 'host.saved' });
}

/** Returns the error messages that the host reported, in order. */
export const problems = ({ parent_events }: Host): readonly string[] =>
  parent_events.map(({ session }): string => session.problem).filter((text, n, all) => text !== all[n - 1]);
