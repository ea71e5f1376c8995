// Tests of the switch between a device and its network: the link contract, and the fate of pending requests when the
// device leaves.

import test from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createHttpNetwork, type VirtualCall } from '../../../hal/http/http-virtual.ts';
import { createVirtualLink } from '../../../hal/link/link-virtual.ts';
import { createSwitchedNetwork } from '../../../hal/link/network-switch.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { createVirtualTcp } from '../../../hal/tcp/tcp-virtual.ts';
import { valueOf } from '../../support/results.ts';
import { titled } from '../../support/titled.ts';
import { linkConformance } from './link-conformance.ts';

function newNetwork() {
  const clock = createVirtualClock();
  const random = createSeededRandom(1);
  const http = createHttpNetwork(clock);
  const tcp = createVirtualTcp({ clock, random });
  const link = createVirtualLink();
  const network = createSwitchedNetwork(
    { link, http: http.link(random), tcp },
    { clock, random, cloud: ['http://relay'] },
  );
  return { clock, http, tcp, link, network };
}

linkConformance(titled(test, 'switch'), () => {
  const { network } = newNetwork();
  return { link: network.link, turn: async (joined) => network.setJoined(joined) };
});

linkConformance(titled(test, 'behind the switch'), () => {
  const { network, link } = newNetwork();
  return { link: network.link, turn: async (joined) => link.setJoined(joined) };
});

test('[link] is joined only if the switch is on and the network is there', (t) => {
  const { link, network } = newNetwork();
  const notifications: boolean[] = [];
  network.link.onChange((joined) => notifications.push(joined));
  for (const [switched, there] of [
    [true, false],
    [false, false],
    [false, true],
    [true, true],
  ] as const) {
    network.setJoined(switched);
    link.setJoined(there);
    t.is(network.link.joined(), switched && there);
  }
  t.deepEqual(notifications, [false, true]);
});

const request = { url: 'http://relay/poll', headers: {}, body: new Uint8Array() };

test('[http] fails pending requests and disconnects from the server on leaving the network', async (t) => {
  const { clock, http, network } = newNetwork();
  const held: VirtualCall[] = [];
  let gone = 0;
  http.serve('http://relay', (call) => {
    held.push(call);
    return () => gone++;
  });
  const results: unknown[] = [];
  network.http.post(request, (answer) => results.push(answer.ok || answer.error.code));
  const cancel = network.http.post(request, () => results.push('what was cancelled'));
  await clock.advance(10);
  t.is(held.length, 2);
  cancel();
  network.setJoined(false);
  t.deepEqual(results, ['http_failed']);
  await clock.advance(10);
  t.is(gone, 2);
  for (const call of held) call.respond({ status: 200, text: 'late' });
  network.http.post(request, (answer) => results.push(answer.ok || answer.error.code));
  network.http.post(request, () => results.push('what was cancelled'))();
  t.deepEqual(results, ['http_failed'], 'no call before post has returned');
  await clock.advance(10);
  t.deepEqual(results, ['http_failed', 'http_unsent']);
  t.is(held.length, 2, 'no request arrives');
  network.setJoined(true);
  network.http.post(request, (answer) => results.push(answer.ok && answer.value.text));
  await clock.advance(10);
  held.at(-1)?.respond({ status: 200, text: 'again' });
  await clock.advance(10);
  t.deepEqual(results, ['http_failed', 'http_unsent', 'again']);
});

test('[http] fails requests to a cut-off cloud; requests to other servers continue', async (t) => {
  const { clock, http, network } = newNetwork();
  const held: VirtualCall[] = [];
  for (const origin of ['http://relay', 'http://relay.example'])
    http.serve(origin, (call) => {
      held.push(call);
      return () => {};
    });
  const results: string[] = [];
  const post = (url: string): void =>
    void network.http.post({ ...request, url }, (answer) =>
      results.push(`${url} ${answer.ok ? answer.value.status : `${answer.error.code}: ${answer.error.message}`}`),
    );
  const urls = ['http://relay/poll', 'http://relay.example/shots'] as const;
  urls.forEach(post);
  await clock.advance(10);
  network.setCloud(false);
  t.false(network.hasCloud());
  t.true(network.joined());
  t.deepEqual(results, ['http://relay/poll http_failed: The cloud is cut off.']);
  urls.forEach(post);
  await clock.advance(10);
  t.deepEqual(results.slice(1), ['http://relay/poll http_unsent: The cloud is cut off.']);
  t.is(held.length, 3, 'no more requests reach the cloud');
  for (const call of held.slice(1)) call.respond({ status: 200, text: '' });
  await clock.advance(10);
  t.deepEqual(results.slice(2), ['http://relay.example/shots 200', 'http://relay.example/shots 200']);
  network.setCloud(true);
  post('http://relay/poll');
  await clock.advance(10);
  held.at(-1)?.respond({ status: 200, text: '' });
  await clock.advance(10);
  t.is(results.at(-1), 'http://relay/poll 200');
});

test('[tcp] closes connections and refuses new ones when the device leaves the network', async (t) => {
  const { clock, network, tcp } = newNetwork();
  const ended: unknown[] = [];
  valueOf(
    t,
    tcp.listen('pc', 921, () => ({ data: () => {}, closed: (error) => ended.push(error) })),
  );
  const events: string[] = [];
  const listener = {
    open: () => events.push('open'),
    data: () => {},
    closed: (error: { readonly code: string } | null) => events.push(error?.code ?? 'end'),
  };
  const to = { host: 'pc', port: 921 };
  network.tcp.connect(to, listener);
  const closed = network.tcp.connect(to, listener);
  await clock.advance(10);
  closed.close();
  network.setJoined(false);
  t.deepEqual(events, ['open', 'open', 'tcp_lost']);
  await clock.advance(10);
  t.is(ended.length, 2);
  network.tcp.connect(to, listener);
  network.tcp.connect(to, listener).close();
  await clock.advance(10);
  t.deepEqual(events, ['open', 'open', 'tcp_lost', 'tcp_unreachable']);
  network.setJoined(true);
  network.tcp.connect(to, listener);
  await clock.advance(10);
  t.is(events.at(-1), 'open');
});
