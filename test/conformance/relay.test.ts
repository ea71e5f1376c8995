// What the relay must do, rule by rule. Each test runs on the virtual clock, and again over HTTP where it does not need time.

import test, { type ExecutionContext } from 'ava';
import { servedRelay, virtualRelay, type RelayWorld } from '../support/relay-world.ts';

const everywhere = (title: string, run: (t: ExecutionContext, world: RelayWorld) => Promise<void>): void => {
  test(`${title} (virtual clock)`, async (t) => run(t, virtualRelay(t)));
  test(`${title} (HTTP)`, async (t) => run(t, await servedRelay(t)));
};

everywhere('[R29] an accepted input reaches the host', async (t, world) => {
  const [host, guest] = [world.device(), world.device()];
  const started = await host.ask('host', { action: 'start', sim: 'none', name: 'Studio', keep_guests: true });
  t.is(started.status, 'ok');
  const first = await host.ask('poll', { code: started.code, since: 0, wait_ms: 0, players: [{ n: 'Ann', h: 3 }] });
  const joined = await guest.ask('join', { action: 'join', code: started.code, players: [{ n: 'Bob', h: 9 }] });
  t.is(joined.status, 'ok', joined.text);
  const poll = host.send('poll', { code: started.code, since: 0, wait_ms: 20_000, st: joined.state.st });
  await host.ask('poll', { code: started.code, since: 0, wait_ms: 0 });
  t.is(first.status, 'ok');
  const poll2 = host.send('poll', { code: started.code, since: 0, wait_ms: 20_000, st: joined.state.st });
  const sent = await guest.ask('input', { kind: 'aim', code: started.code, steps: -3, rid: 'a' });
  t.is(sent.status, 'ok');
  const got = await poll2.answer;
  t.is(got.items.length, 1);
  t.log(got.text);
  t.is((await poll.answer).status, 'ok');
});
