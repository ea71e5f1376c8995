// Calls below the endpoint: counting of code guesses.

import * as v from 'valibot';
import test from 'ava';
import type { RelayReply } from '../../../../cloud-stub/relay/routes/relay-calls.ts';
import { createRelay } from '../../../../cloud-stub/relay/relay.ts';
import { createVirtualClock } from '../../../../hal/clock/clock-virtual.ts';
import { readRequest, type RelayRoute } from '../../../../wire/relay/requests.ts';
import { readJson } from '../../../support/read-json.ts';
import { valueOf } from '../../../support/results.ts';
import { sqliteEngine } from '../../../support/relay/sqlite-engine.ts';

const shown = v.object({
  status: v.optional(v.string()),
  code: v.optional(v.string()),
  state: v.optional(v.object({ st: v.string() })),
});
type Shown = v.InferOutput<typeof shown>;

const HOST_SILENT_MS = 60_000;

test('[C21] counts a heartbeat as one guess even if it is retried when its host returns', async (t) => {
  const clock = createVirtualClock();
  const { engine } = sqliteEngine(t, { clock });
  const relay = createRelay({ clock, engine, onBroken: (thrown) => t.fail(String(thrown)) });
  const reported: boolean[] = [];
  const send = async (device: string, route: RelayRoute, body: object): Promise<() => Shown> => {
    let text = '{}';
    relay.handle(
      {
        device,
        request: valueOf(t, readRequest(route, body)),
        fingerprint: '',
        respond: (reply: RelayReply) => void (text = reply.kind === 'answer' ? reply.text : '{}'),
      },
      (invalid) => device === 'GUEST' && reported.push(invalid),
    );
    await clock.advance(1);
    return () => readJson(shown, text);
  };
  const started = await send('HOST', 'host', { action: 'start', name: 'Host', players: [] });
  const { code = '', state } = started();
  await clock.advance(HOST_SILENT_MS);
  const request = { action: 'heartbeat', code, name: 'Guest', players: [], wait_ms: 20_000, st: state?.st };
  const heartbeat = await send('GUEST', 'join', request);
  t.deepEqual([heartbeat(), reported], [{}, [false]], 'it is held');
  await send('HOST', 'poll', { code, since: 0, st: state?.st, wait_ms: 20_000 });
  await clock.advance(1);
  t.deepEqual([heartbeat().status, reported], ['ok', [false]], 'it was retried, and joined');
});
