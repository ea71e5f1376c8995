// A host and two guests that play while another client misbehaves: its requests must not reach them or stop their play.

import type { ExecutionContext } from 'ava';
import * as v from 'valibot';
import type { DeviceIdentity } from '../../../cloud-stub/devices/device-registry.ts';
import { ask, eventually, hold, startHost, type Answer, type Pending } from './relay-sockets.ts';
import { fieldsOf, readAs } from '../read-json.ts';
import { itemAt } from '../items.ts';

export interface UndisturbedTable {
  readonly code: string;
  /** Asserts that no player was disturbed since the last call, and that a guest's input still reaches all devices. */
  undisturbed(t: ExecutionContext, what: string): Promise<void>;
}

type Trio = readonly [host: DeviceIdentity, ann: DeviceIdentity, bob: DeviceIdentity];

/**
 * Seats a host with two players and two guests with one each, so that the session is full. `held`: returns the number
 * of held requests.
 */
export async function seatTable(
  origin: string,
  [host, ann, bob]: Trio,
  held: () => number | Promise<number>,
): Promise<UndisturbedTable> {
  const { code } = await startHost(origin, host);
  const players = [
    { n: 'Hal', h: 1 },
    { n: 'Hope', h: 2 },
  ];
  await ask(origin, host, 'poll', { code, since: 0, wait_ms: 0, players });
  for (const [guest, n] of [
    [ann, 'Ann'],
    [bob, 'Bob'],
  ] as const)
    await ask(origin, guest, 'join', { action: 'join', code, players: [{ n, h: 9 }] });
  const first_poll = await ask(origin, host, 'poll', { code, since: 0, wait_ms: 0 });
  let [seq, st] = [0, first_poll.st];
  let before = JSON.stringify({ ...fieldsOf(first_poll.body['state']), ev: null, st: '' });

  const waiting = async (): Promise<readonly Pending[]> => {
    const already = await held();
    const pending = [
      hold(origin, host, 'poll', { code, since: seq, wait_ms: 20_000, st }),
      ...[ann, bob].map((guest) => hold(origin, guest, 'join', { action: 'heartbeat', code, wait_ms: 20_000, st })),
    ];
    await eventually(origin, async () => (await held()) === already + pending.length);
    return pending;
  };
  let pending = await waiting();
  let [woken, watched] = [0, watch(pending)];
  function watch(held_now: readonly Pending[]): Promise<Answer[]> {
    return Promise.all(held_now.map(({ answer }) => answer.finally(() => woken++)));
  }
  return {
    code,
    async undisturbed(t, what) {
      t.is(woken, 0, `${what}: wakes no held request`);
      const steps = (seq % 50) + 1;
      const sent = await ask(origin, ann, 'input', { code, kind: 'aim', steps });
      t.deepEqual([sent.status, sent.body['seq']], ['ok', seq + 1], what);
      const answers = await watched;
      const polled = itemAt(answers, 0);
      const items = readAs(v.array(v.object({ seq: v.number(), steps: v.number() })), polled.body['items']);
      t.deepEqual(
        items.map((item) => [item.seq, item.steps]),
        [[seq + 1, steps]],
        what,
      );
      for (const { http_status, status, body } of answers) {
        t.deepEqual([http_status, status], [200, 'ok'], what);
        const now = JSON.stringify({ ...fieldsOf(body['state']), ev: null, st: '' });
        t.is(now, before, what);
        before = now;
      }
      [seq, st] = [seq + 1, polled.st];
      pending = await waiting();
      [woken, watched] = [0, watch(pending)];
    },
  };
}
