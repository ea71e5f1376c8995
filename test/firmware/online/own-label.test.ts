// Finding a guest's own label on a cloud that does not send it.

import test from 'ava';
import { guestContext, withReceived, withInput } from '../../../firmware/online/guest.ts';
import { IDENTITY, SELF, answerOf, stateOf } from '../../support/relay/relay-loop.ts';

const EXP = { mode: 11, gen: 4, cfg: {} };
const OTHER = { name: 'Bold Acorn', host: false, fol: true, players: [...SELF.players] };
const OWN = { ...OTHER, name: 'Silver Violin' };

/** Returns the label after an answer that lists these guests, if it was `before`. */
function labelAfter(status: string, listed: readonly (typeof OWN)[], before = ''): string | undefined {
  const guest = { ...guestContext({ identity: IDENTITY, self: SELF, code: 'ABC123', boot: 'b1-0' }), label: before };
  const state = stateOf({ exp: EXP, players: [{ name: 'Stout Parrot', host: true, players: [] }, ...listed] });
  const answer = { ...answerOf({ status, state }), label: '' };
  return withReceived(guest, { type: 'relay.answered', answer, at_ms: 0, took_ms: 0 }).label;
}

test('[C76] a guest takes the label of the only listed guest with the same players, and keeps it', (t) => {
  t.is(labelAfter('ok', [OWN]), 'Silver Violin');
  t.is(labelAfter('ok', [OTHER, OWN]), '', 'ambiguous');
  t.is(labelAfter('ok', [OTHER, OWN], 'Silver Violin'), 'Silver Violin');
  t.is(
    labelAfter('ok', [OTHER, { ...OWN, players: [] }], 'Silver Violin'),
    'Silver Violin',
    'kept although its players change',
  );
  t.is(labelAfter('ok', [OTHER], 'Silver Violin'), 'Silver Violin', 'kept while it is not listed');
});

test('[C76] a guest that is answered full does not take the label of an earlier guest with the same players', (t) => {
  t.is(labelAfter('full', [OTHER]), '');
  t.is(labelAfter('full', [OTHER, OWN], 'Silver Violin'), 'Silver Violin');
});

test('[C23] [C76] inputs carry the label that a guest found itself', (t) => {
  const guest = guestContext({
    identity: IDENTITY,
    self: { ...SELF, name: 'TP-0123456789AB' },
    code: 'ABC123',
    boot: 'b1-0',
  });
  const state = stateOf({ exp: EXP, players: [{ name: 'Stout Parrot', host: true, players: [] }, OWN] });
  const updated = {
    ...guest,
    ...withReceived(guest, { type: 'relay.answered', answer: answerOf({ state }), at_ms: 0, took_ms: 0 }),
  };
  t.is(withInput(updated, { kind: 'reset' }).inputs?.[0]?.body.name, 'Silver Violin');
});
