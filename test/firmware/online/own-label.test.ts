// How a guest finds its own label where the cloud does not tell it.

import test from 'ava';
import { guestContext, withHeard, type GuestContext } from '../../../firmware/online/guest.ts';
import { onlineContext, withSessionUpdate } from '../../../firmware/online/online.ts';
import { IDENTITY, SELF, answerOf, stateOf } from '../../support/relay-loop.ts';

const EXP = { mode: 11, gen: 4, cfg: {} };
const OTHER = { name: 'Bold Acorn', host: false, fol: true, players: [...SELF.players] };
const OWN = { ...OTHER, name: 'Silver Violin' };

/** The label after an answer with these guests listed, where it was thought to be another before. */
function labelAfter(status: string, listed: readonly (typeof OWN)[], before = ''): string | undefined {
  const start = { identity: IDENTITY, boot: 'b1', role: 'guest', stopping: false, code: 'ABC123', rounds: [] } as const;
  const online = onlineContext({ self: SELF, exp: EXP, input_seq: null }, start);
  const guest = guestContext({ identity: IDENTITY, self: SELF, code: 'ABC123', boot: 'b1-0' });
  const state = stateOf({ exp: EXP, players: [{ name: 'Stout Parrot', host: true, players: [] }, ...listed] });
  const answer = { ...answerOf({ status, state }), label: '' };
  const heard: GuestContext = {
    ...guest,
    ...withHeard(guest, { type: 'relay.answered', answer, at_ms: 0, took_ms: 0 }),
  };
  return withSessionUpdate({ ...online, view: { ...online.view, label: before } }, heard).view?.label;
}

test('[C76] the only listed guest with the same players is oneself, and stays so while it is listed', (t) => {
  t.is(labelAfter('ok', [OWN]), 'Silver Violin');
  t.is(labelAfter('ok', [OTHER, OWN]), '', 'it may be either');
  t.is(labelAfter('ok', [OTHER, OWN], 'Silver Violin'), 'Silver Violin');
  t.is(labelAfter('ok', [OTHER, { ...OWN, players: [] }], 'Silver Violin'), 'Silver Violin', 'its players change');
});

test('[C76] where the session is full, one with the same players who came before is not taken for oneself', (t) => {
  t.is(labelAfter('full', [OTHER]), '');
  t.is(labelAfter('full', [OTHER, OWN], 'Silver Violin'), 'Silver Violin');
});
