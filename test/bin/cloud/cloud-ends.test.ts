// Shutdown of `tapin cloud serve`: fast, with exit code 0 and an answer to every held request.

import { readdir } from 'node:fs/promises';
import test, { type ExecutionContext } from 'ava';
import * as v from 'valibot';
import { enrolMany, relayFiles, startRelay } from '../../support/relay/relay-process.ts';
import { eventually, hold, openSocket, requestBytes, startHost } from '../../support/relay/relay-sockets.ts';
import { readAs } from '../../support/read-json.ts';
import { stopwatch } from '../../support/process/stopwatch.ts';

const END_MS_MAX = 2000;

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  test.serial(`[cli] cloud serve prints its address in one line, and ${signal} ends it with exit code 0`, async (t) => {
    const files = await relayFiles(t);
    const [host] = await enrolMany(files.devices, 1);
    const relay = await startRelay(t, files);
    const { code, st } = await startHost(relay.origin, host);
    const poll = hold(relay.origin, host, 'poll', { code, since: 0, wait_ms: 20_000, st });
    t.true(await eventually(relay.origin, async () => (await relay.figure('held_requests')) === 1));
    const taken_ms = stopwatch();
    const ended = await relay.end(signal);
    t.true(taken_ms() < END_MS_MAX);
    t.deepEqual([ended.code, ended.signal, ended.stderr], [0, null, '']);
    const url = String.raw`http://127\.0\.0\.1:[1-9]\d*`;
    t.regex(
      ended.stdout,
      new RegExp(
        String.raw`^\{"event":"listening","relay":"${url}","store":"${url}","metrics":"${url}/metrics","identity":"${url}/id"\}\n$`,
      ),
    );
    const answer = await poll.answer;
    t.deepEqual([answer.http_status, answer.status, answer.st], [200, 'ok', st]);
    t.false((await readdir(files.data)).includes('lock'), 'the folder is unlocked');
  });

test.serial('[R57] [cli] exits in time despite 200 held requests and clients that read nothing', async (t) => {
  const files = await relayFiles(t);
  const hosts = await enrolMany(files.devices, 200);
  const relay = await startRelay(t, files);
  const polls = await Promise.all(
    hosts.map(async (host) => {
      const { code, st } = await startHost(relay.origin, host);
      return { code, poll: hold(relay.origin, host, 'poll', { code, since: 0, wait_ms: 20_000, st }) };
    }),
  );
  await stuckClients(t, relay.origin);
  t.true(await eventually(relay.origin, async () => (await relay.figure('held_requests')) === 200));
  const taken_ms = stopwatch();
  const [ended, answers] = await Promise.all([relay.end('SIGTERM'), Promise.all(polls.map(({ poll }) => poll.answer))]);
  t.true(taken_ms() < END_MS_MAX);
  t.deepEqual([ended.code, ended.signal, ended.stderr], [0, null, '']);
  for (const { http_status, status, body } of answers) {
    t.deepEqual([http_status, status, body['items'], body['next_seq']], [200, 'ok', [], 1]);
    t.regex(readAs(v.object({ st: v.string() }), body['state']).st, /^[0-9a-f]{8}$/);
  }
});

/** Opens three stuck clients: one never reads, one stops amid the headers, one amid the body. */
async function stuckClients(t: ExecutionContext, origin: string): Promise<void> {
  const deaf = await openSocket(t, origin);
  deaf.socket.pause();
  for (let i = 0; i < 3000; i++) deaf.write(requestBytes('GET /healthz', {}));
  (await openSocket(t, origin)).write('POST /sim/poll HTTP/1.1\r\nHost: rel');
  (await openSocket(t, origin)).write(requestBytes('POST /sim/poll', { 'Content-Length': '100' }, '{'));
}
