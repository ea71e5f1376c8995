// Data that the host resends: data that the relay rejected, or holds in an older version than the one sent.

import test from 'ava';
import { aRound, EXP, pollingHost, publish, STATE, started, problems } from '../../support/relay/host-loop.ts';
import { SELF, stateOf, titleOf } from '../../support/relay/relay-loop.ts';

const NOT_UNDERSTOOD = { reason: 'The cloud does not understand this device.', refused: true };

test('[R98] reports a round that the relay rejects, and sends the next one after a poll', (t) => {
  const host = pollingHost();
  for (const seq of [1, 2]) host.send({ type: 'host.round', round: aRound(seq) });
  host.send({ type: 'host.saved' });
  host.open().fail(NOT_UNDERSTOOD);
  t.is(titleOf(host.open()), 'poll', 'guests are still polled');
  t.is(problems(host).at(-1), NOT_UNDERSTOOD.reason);
  host.open().answer({ next_seq: 8, state: stateOf({ exp: EXP, st: '00000002' }) });
  t.is(problems(host).at(-1), NOT_UNDERSTOOD.reason, 'a successful poll does not clear the error');
  t.deepEqual(host.open().body, { action: 'round', round: aRound(2) });
  host.open().answer({ ...started, state: stateOf({ exp: EXP, round: aRound(2) }) });
  t.is(problems(host).at(-1), '');
  t.is(titleOf(host.open()), 'poll');
});

test('[R98] resends the newest rejected round after each poll, or a newer one by then', (t) => {
  const host = pollingHost();
  publish(host, aRound(1));
  host.open().fail(NOT_UNDERSTOOD);
  host.open().answer({ next_seq: 8, state: STATE });
  t.deepEqual(host.open().body['round'], aRound(1));
  host.open().fail(NOT_UNDERSTOOD);
  publish(host, aRound(1, 'miss'));
  host.open().fail(NOT_UNDERSTOOD);
  host.open().answer({ next_seq: 8, state: STATE });
  t.deepEqual(host.open().body['round'], aRound(1, 'miss'));
});

test('[R98] [C13] requests a rejected new code again with another rid', (t) => {
  const host = pollingHost();
  host.send({ type: 'host.renew', keep_guests: true });
  const { rid } = host.open().body;
  host.open().fail(NOT_UNDERSTOOD);
  host.open().answer({ next_seq: 8, state: STATE });
  t.is(host.open().body['action'], 'regenerate');
  t.not(host.open().body['rid'], rid);
  host.open().answer({ ...started, code: 'DEF456' });
  t.is(problems(host).at(-1), '');
  t.is(host.open().body['code'], 'DEF456');
});

test('[R63] a rejected experience does not block one chosen in the meantime', (t) => {
  const host = pollingHost();
  host.send({ type: 'host.persisted', self: SELF, exp: { ...EXP, gen: 5 } });
  host.open().fail(NOT_UNDERSTOOD);
  host.send({ type: 'host.persisted', self: SELF, exp: { ...EXP, gen: 6 } });
  t.deepEqual(host.open().body['exp'], { ...EXP, gen: 6 });
});

test('[R61] [C13] resends the newest experience after any answer with a late older one', (t) => {
  const late = stateOf({ exp: { ...EXP, gen: 3 }, st: '00000003' });
  const polls = pollingHost();
  polls.open().answer({ next_seq: 8, state: late });
  t.deepEqual(polls.open().body, { action: 'experience', exp: EXP });
  polls.open().answer(started);
  t.is(titleOf(polls.open()), 'poll');
  const publishes = pollingHost();
  publishes.send({ type: 'host.round', round: aRound(1) });
  publishes.send({ type: 'host.saved' });
  publishes.open().answer({ ...started, state: { ...late, round: aRound(1) } });
  t.deepEqual(publishes.open().body, { action: 'experience', exp: EXP });
});

test('[R88] [C13] resends the newest round after a late older version, or none', (t) => {
  for (const round of [aRound(1), null]) {
    const host = pollingHost();
    for (const v of ['', 'miss'] as const) {
      host.send({ type: 'host.round', round: aRound(1, v) });
      host.send({ type: 'host.saved' });
      host.open().answer({ ...started, state: stateOf({ exp: EXP, round: aRound(1, v) }) });
    }
    host.open().answer({ next_seq: 8, state: stateOf({ exp: EXP, round, st: '00000003' }) });
    t.deepEqual(host.open().body, { action: 'round', round: aRound(1, 'miss') });
    host.open().answer({ ...started, state: stateOf({ exp: EXP, round: aRound(1, 'miss') }) });
    t.is(titleOf(host.open()), 'poll');
  }
});

test('[R88] [C13] a version that the relay has counts as the last sent, although its answer was lost', async (t) => {
  const host = pollingHost();
  const silence = async (): Promise<void> => {
    host.open().fail();
    await host.clock.advance(3000);
    t.is(titleOf(host.open()), 'host start');
  };
  publish(host, aRound(1));
  host.open().answer({ ...started, state: stateOf({ exp: EXP, round: aRound(1) }) });
  publish(host, aRound(1, 'miss'));
  t.deepEqual(host.open().body['round'], aRound(1, 'miss'));
  await silence();
  const has_it = { ...started, state: stateOf({ exp: EXP, round: aRound(1, 'miss') }) };
  host.open().answer(has_it);
  t.is(titleOf(host.open()), 'poll');
  await silence();
  host.open().answer(has_it);
  t.is(titleOf(host.open()), 'poll', 'older version not restored');
});

test('[C13] does not endlessly resend data that a cloud stores in its own form', (t) => {
  const host = pollingHost();
  publish(host, aRound(1));
  const kept = { exp: { ...EXP, cfg: { own: 1 } }, round: { ...aRound(1), note: null } };
  host.open().answer({ ...started, state: stateOf(kept) });
  host.fresh();
  const titles: string[] = [];
  for (let n = 0; n < 6; n++) {
    titles.push(titleOf(host.open()));
    host.open().answer({ next_seq: 8, state: stateOf({ ...kept, st: `0000001${n}` }) });
  }
  t.deepEqual(titles, ['host experience', 'poll', 'poll', 'poll', 'poll', 'poll']);
});
