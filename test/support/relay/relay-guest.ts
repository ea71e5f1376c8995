// The guest loop as its tests begin with it: about to join, or joined and listening, with the test in the relay's place.

import { askFrom } from '../../../firmware/online/online.actors.ts';
import { guestMachine, type GuestMachineEvent } from '../../../firmware/online/guest.machine.ts';
import type { GuestContext, GuestInput, GuestLoopInput } from '../../../firmware/online/guest.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import type { RelayAnswer } from '../../../wire/relay/answers.ts';
import { IDENTITY, SELF, openLoop, stateOf, type Loop } from './relay-loop.ts';
import { createStubHttp, type StubHttp } from '../device/stub-http.ts';

const GUEST_INPUT: GuestLoopInput = { identity: IDENTITY, self: SELF, code: 'ABC123', boot: 'b7' };
/** What a guest is answered while all is well. */
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
  /** What it told last. */
  last(): GuestContext;
  input(input: GuestInput): void;
}

const guestOf = (loop: Loop): LoopGuest => ({
  ...loop,
  last: () => loop.told.at(-1)?.['session'],
  input: (input) => loop.send({ type: 'guest.input', input } as GuestMachineEvent),
});

/** A guest whose join is out. */
export const openGuest = (given: Partial<GuestLoopInput> = {}): LoopGuest =>
  guestOf(openLoop({ ...GUEST_INPUT, ...given }, (ask) => guestMachine.provide({ actors: { ask } })));

/** A guest that has joined and holds a heartbeat. */
export function listeningGuest(joined = JOINED): LoopGuest {
  const guest = openGuest();
  guest.open().answer(joined);
  guest.fresh();
  return guest;
}

/** A guest whose requests go out by a port that answers when told to. */
export function portGuest(): LoopGuest & { readonly http: StubHttp } {
  const clock = createVirtualClock();
  const http = createStubHttp(clock);
  const ask = askFrom(http, clock, 'http://relay');
  return { ...guestOf(openLoop(GUEST_INPUT, () => guestMachine.provide({ actors: { ask } }), clock)), http };
}

export const JOINED_TEXT = JSON.stringify({ status: 'ok', ...JOINED });
