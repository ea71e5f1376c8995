// Migration of a relay from its database to an engine: hosts keep their codes, guests their seats, and inputs and
// answers survive.

import test from 'ava';
import { createSharedEngine } from '../../../cloud-stub/relay/fleet/engine-shared.ts';
import { moveIn } from '../../../cloud-stub/relay/fleet/move-in.ts';
import { createVirtualStore } from '../../../cloud-stub/relay/fleet/store-virtual.ts';
import { openRelayDatabase } from '../../../cloud-stub/relay/sqlite/database.ts';
import { createSystemClock } from '../../../hal/clock/clock-system.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { assertDefined } from '../../../wire/errors.ts';
import { joinGuest, openHost } from '../../support/relay/relay-table.ts';
import { databaseFile, virtualRelay } from '../../support/relay/relay-world.ts';
import { failsWith, valueOf } from '../../support/results.ts';

const input = { kind: 'aim', steps: -3, rid: 'tap-1' } as const;

test('[C14] [C122] keeps codes, inputs, seats and labels, and still detects a repeated input', async (t) => {
  const file = await databaseFile(t);
  const world = virtualRelay(t, { file });
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  await guest.input(input);
  const { code } = await host.device.ask('host', { action: 'regenerate' });
  await world.relays().close();

  const database = valueOf(t, openRelayDatabase(file));
  t.teardown(() => database.close());
  const now_ms = world.clock.unix_s() * 1000 + 500;
  const clock = createSystemClock();
  const store = createVirtualStore(() => now_ms);
  t.deepEqual(valueOf(t, await moveIn(database, store.connect(clock), now_ms)), { sessions: 1, codes: 2, labels: 2 });
  t.true((await moveIn(database, store.connect(clock), now_ms)).ok, 'a second run succeeds');

  const engine = createSharedEngine({ clock, random: createSeededRandom(1, 'relay'), store: store.connect(clock) });
  const snapshot = assertDefined(await engine.look(host.device.id, 0), 'a session');
  t.deepEqual([snapshot.session.code, snapshot.session.retired.map((old) => old.code)], [code, [host.code]]);
  t.deepEqual(snapshot.inputs.map(({ seq, payload }) => [seq, payload.kind]), [[1, 'aim']]); // oxfmt-ignore
  t.is(snapshot.session.guests[0]?.label, guest.label);
  t.not(snapshot.session.polled_ms, null);
  t.is((await engine.prepare({ device: host.device.id, code: host.code })).owner, host.device.id);
  const again = await engine.apply({
    host: host.device.id,
    operation: { kind: 'input', code: host.code, device: guest.device.id, request: { ...input, code: host.code } },
    memo: {
      device: guest.device.id,
      rid: JSON.stringify(['input', 'tap-1']),
      fingerprint: '',
      answerOf: () => ({ status: 'done again' }),
    },
  });
  t.like(again.stored_answer?.fields, { status: 'ok', seq: 1 });
});

test('[R2] [C122] refuses to overwrite the data of another cloud', async (t) => {
  const file = await databaseFile(t);
  const world = virtualRelay(t, { file });
  const host = await openHost(world);
  await world.relays().close();
  const database = valueOf(t, openRelayDatabase(file));
  t.teardown(() => database.close());
  const clock = createSystemClock();
  const store = createVirtualStore(() => 0).connect(clock);
  await store.giveCode(host.code, 'TP-BA9876543210');
  failsWith(t, await moveIn(database, store, 0), 'data_foreign', /already has the code .* from another relay/);
});
