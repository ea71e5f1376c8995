// The guest loop in its usual start states: about to join, or joined and polling, with the test acting as the relay.

import { askFrom } from '../../../firmware/online/online.actors.ts';
import { guestMachine, type GuestMachineEvent } from '../../../firmware/online/guest.machine.ts';
import type { GuestContext, GuestInput, GuestLoopInput } from '../../../firmware/online/guest.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import type { RelayAnswer } from '../../../wire/relay/answers.ts';
import { IDENTITY, SELF, openLoop, stateOf, type Loop } from './relay-loop.ts';
import { createStubHttp, type StubHttp } from '../device/stub-http.ts';

const GUEST_INPUT: GuestLoopInput = { identity: IDENTITY, self: SELF, code: 'ABC123', boot: 'b7' };
/** Successful answer to a guest. */
export const JOINED: Partial<RelayAnswer> = {
  code: 'ABC123',
  label: 'Silver Violin',
  host_label: 'Stout Parrot',
  host_name: 'Den',
  state: stateOf(),
};
export const AIM: GuestInput = { kind: 'aim', steps: -3 };

export interface LoopGuest extends Omit<Loop, 'send'> {
  send(event: GuestMachineEvent): void;
  /** Returns the state that the guest reported last. */
  last(): GuestContext;
  input(input: GuestInput): void;
}

const guestOf = (loop: Loop): LoopGuest => ({
  ...loop,
  last: () => loop.parent_events.at(-1)?.['session'],
  input: (input) => loop.send({ type: 'guest.input', input } as GuestMachineEvent),
});

/** Returns a guest with an open join request. */
export const openGuest = (given: Partial<GuestLoopInput> = {}): LoopGuest =>
  guestOf(openLoop({ ...GUEST_INPUT, ...given }, (ask) => guestMachine.provide({ actors: { ask } })));

/** Returns a guest that has joined and holds a heartbeat. */
export function listeningGuest(joined = JOINED): LoopGuest {
  const guest = openGuest();
  guest.open().answer(joined);
  guest.fresh();
  return guest;
}

/** Returns a guest that sends its requests over a stub HTTP port. */
export function portGuest(): LoopGuest & { readonly http: StubHttp } {
  const clock = createVirtualClock();
  const http = createStubHttp(clock);
  const ask = askFrom(http, clock, 'http://relay');
  return { ...guestOf(openLoop(GUEST_INPUT, () => guestMachine.provide({ actors: { ask } }), clock)), http };
}

export const JOINED_TEXT = JSON.stringify({ status: 'ok', ...JOINED });
