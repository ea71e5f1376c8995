// Online play as a whole, with the test as the relay: nothing is sent before the clock is synced, and the role of a
// device persists.

import test from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import type { RelayAnswer } from '../../../wire/relay/answers.ts';
import {
  EXP,
  PERSISTED,
  hosting,
  joined,
  openOnline,
  started,
  STATE,
  type Online,
  visiting,
} from '../../support/relay/online-actor.ts';
import { SELF, stateOf, titleOf } from '../../support/relay/relay-loop.ts';
import { ROUND } from '../../support/relay/wire-samples.ts';
import type { OnlineEvent } from '../../../firmware/online/online.machine.ts';
import { listOf } from '../../support/read-json.ts';
import { itemAt } from '../../support/items.ts';

test('[R94] sends nothing before the clock is synced regardless of the stored role and user requests', async (t) => {
  for (const given of [{}, { role: 'host' }, { role: 'guest', code: 'ABC123' }] as const) {
    const clock = createVirtualClock();
    clock.setWall({ synced: false, unix_s: 0 });
    const online = openOnline(given, clock);
    t.is(online.view().ready, 'syncing');
    online.send({ type: 'online.host' });
    online.send({ type: 'online.join', code: 'DEF456' });
    online.send({ type: 'guest.input', input: { kind: 'reset' } });
    await clock.advance(3_600_000);
    t.deepEqual(online.fresh(), []);
    clock.setWall({ synced: true, unix_s: 1_800_000_000 });
    await clock.advance(1000);
    t.is(online.view().ready, 'ready');
    t.deepEqual(online.fresh(), 'role' in given ? [given.role === 'host' ? 'host start' : 'join join'] : []);
  }
});

test('[C8] a device not enrolled on a cloud sends nothing', async (t) => {
  const online = openOnline({ identity: null, role: 'host' });
  online.send({ type: 'online.host' });
  online.send({ type: 'online.join', code: 'ABC123' });
  await online.clock.advance(600_000);
  t.deepEqual([online.view().ready, online.bench.all.length, online.roles()], ['unenrolled', 0, []]);
});

test('[R1] a device resumes its stored role after a reboot', (t) => {
  const host = openOnline({ role: 'host' });
  t.deepEqual([host.view().role, host.fresh(), host.open().body['exp']], ['host', ['host start'], EXP]);
  const guest = openOnline({ role: 'guest', code: 'DEF456' });
  t.deepEqual([guest.view().role, guest.fresh(), guest.open().body['code']], ['guest', ['join join'], 'DEF456']);
  t.deepEqual([openOnline().view().role, openOnline().bench.all.length], ['off', 0]);
});

test('[R76] a rebooted host sends the relay the versions of its round that it lacks', (t) => {
  const [before, after] = [{ ...ROUND, shot: { ...ROUND.shot, v: '' as const } }, ROUND];
  const online = openOnline({ role: 'host', rounds: [before, after] });
  online.open().answer({ ...started, state: stateOf({ exp: EXP, round: before }) });
  t.deepEqual(online.open().body['round'], after);
});

test('[R4] stores hosting immediately, and shows the code as soon as it is known', (t) => {
  const online = openOnline();
  online.send({ type: 'online.host' });
  t.deepEqual([online.roles(), online.view().role, online.view().code], [['host'], 'host', '']);
  online.open().answer(started);
  t.deepEqual([online.view().code, online.view().label], ['ABC123', 'Stout Parrot']);
  t.deepEqual(online.view().devices, STATE.players);
  t.is(titleOf(online.open()), 'poll');
});

test('[R61] sends an experience or setting only after it is saved', (t) => {
  for (const exp of [
    { ...EXP, gen: 5 },
    { ...EXP, cfg: { holes: 3 } },
  ]) {
    const online = hosting();
    const persisted = { ...PERSISTED, exp };
    online.send({ type: 'persisted.changed', persisted });
    t.deepEqual([online.fresh(), online.open().call.route], [[], 'poll']);
    online.send({ type: 'storage.settled' });
    t.deepEqual(online.open().body['exp'], exp);
    t.is(titleOf(online.open()), 'host experience');
  }
});

test('[R88] sends a round only after it is saved, with the experience before it', (t) => {
  const online = hosting();
  const persisted = { ...PERSISTED, exp: { ...EXP, gen: 5 } };
  online.send({ type: 'host.round', round: ROUND });
  online.send({ type: 'persisted.changed', persisted });
  t.deepEqual(online.fresh(), []);
  online.send({ type: 'storage.settled' });
  online.open().answer({ ...started, state: stateOf({ exp: persisted.exp }) });
  t.deepEqual(online.fresh(), ['host experience', 'host round']);
});

test('[R61] does not send unsaved changes with a repeated start either', async (t) => {
  const online = hosting();
  online.open().fail();
  online.send({ type: 'persisted.changed', persisted: { ...PERSISTED, exp: { ...EXP, gen: 5 } } });
  await online.clock.advance(3000);
  t.deepEqual(online.open().body['exp'], EXP);
});

test('[R61] does not send unsaved changes with the start of a new session', (t) => {
  const online = openOnline();
  online.send({ type: 'persisted.changed', persisted: { ...PERSISTED, exp: { ...EXP, gen: 5 } } });
  online.send({ type: 'online.host' });
  t.deepEqual(online.open().body['exp'], EXP);
});

test('[R14] joins by a code; on success becomes a guest and stores the code of the answer', (t) => {
  const online = openOnline();
  online.send({ type: 'online.join', code: 'abc-123' });
  t.deepEqual(online.open().body, { action: 'join', code: 'abc-123', name: 'Studio', players: SELF.players, fol: true, wait_ms: 0, st: '' }); // oxfmt-ignore
  t.deepEqual([online.view().checking, online.view().role, online.roles()], [true, 'off', []]);
  online.open().answer(joined);
  t.deepEqual([online.view().checking, online.view().role, online.roles()], [false, 'guest', ['guest ABC123']]);
  t.deepEqual([online.fresh(), online.open().body['code']], [['join join', 'join join'], 'ABC123']);
  online.open().answer(joined);
  const { label, host_name, host_online, devices } = online.view();
  t.deepEqual([label, host_name, host_online, devices], ['Silver Violin', 'Den', true, STATE.players]);
});

test('[R15] refuses an invalid code with one sentence, and the device stays unchanged', (t) => {
  for (const [answer, refusal] of [
    [{ status: 'invalid', code: 'ABC123' }, 'No session has this code: check it with the host.'],
    [{ ...joined, status: 'offline' }, 'The host is away: try again when it is back.'],
    [{ ...joined, status: 'offline', host_stopped: true }, 'The host ended this session and must host again first.'],
    [{ ...joined, status: 'full' }, 'Session full: at most four players.'],
    [{ status: 'closed' }, 'The cloud answered closed.'],
  ] as const) {
    const online = openOnline();
    online.send({ type: 'online.join', code: 'ABC123' });
    online.open().answer(answer);
    t.deepEqual([online.view().refusal, online.view().checking], [refusal, false]);
    t.deepEqual([online.value(), online.roles(), online.fresh()], ['off', [], ['join join']]);
    online.send({ type: 'online.join', code: 'DEF456' });
    t.deepEqual([online.view().refusal, online.view().checking], ['', true]);
  }
});

test('[R96] retries a code after 3 s, after three failures every 30 s, and shows the reason', async (t) => {
  const online = openOnline();
  online.send({ type: 'online.join', code: 'ABC123' });
  for (const delay_ms of [3000, 3000, 30_000, 30_000]) {
    online.open().fail({ reason: 'No answer from the cloud. Trying again.' });
    const { checking, problem, refusal } = online.view();
    t.deepEqual([checking, problem, refusal], [true, 'No answer from the cloud. Trying again.', '']);
    const requests = online.bench.all.length;
    await online.clock.advance(delay_ms - 1);
    t.is(online.bench.all.length, requests, `not within ${delay_ms} ms`);
    await online.clock.advance(1);
  }
  t.deepEqual(new Set(online.bench.all.map(({ body }) => body['code'])), new Set(['ABC123']));
  online.open().answer(joined);
  t.deepEqual([online.view().checking, online.view().problem, online.roles()], [false, '', ['guest ABC123']]);
});

test('[R96] while a code is tried a user may go back, try another or host; refusals are not retried', async (t) => {
  const tried = (fails: boolean, refused = false): Online => {
    const online = openOnline();
    online.send({ type: 'online.join', code: 'ABC123' });
    if (fails) online.open().fail({ refused });
    return online;
  };
  for (const fails of [false, true]) {
    const [left, other, host] = [tried(fails), tried(fails), tried(fails)];
    left.send({ type: 'guest.leave' });
    await left.clock.advance(60_000);
    t.deepEqual([left.view().checking, left.view().problem, left.value(), left.roles()], [false, '', 'off', []]);
    t.deepEqual([left.bench.all.length, left.bench.all[0]?.status()], [1, fails ? 'over' : 'withdrawn']);
    other.send({ type: 'online.join', code: 'DEF456' });
    t.deepEqual([other.open().body['code'], other.view().problem], ['DEF456', '']);
    host.send({ type: 'online.host' });
    t.deepEqual([host.view().checking, host.view().problem, host.roles()], [false, '', ['host']]);
  }
  const refused = tried(true, true);
  t.deepEqual([refused.view().refusal, refused.view().checking, refused.value()], ['It failed.', false, 'off']);
});

test('[R12] stores a new code of the host immediately, and only once', (t) => {
  const online = visiting();
  online.open().answer({ ...joined, code: 'DEF456' });
  online.open().answer({ ...joined, code: 'DEF456', state: stateOf({ exp: EXP, st: '00000002' }) });
  t.deepEqual([online.roles(), online.view().code], [['guest DEF456'], 'DEF456']);
  const host = hosting();
  host.send({ type: 'host.renew', keep_guests: true });
  host.open().answer({ ...started, code: 'GHJ789' });
  t.deepEqual([host.view().code, host.roles()], ['GHJ789', []]);
  t.is(host.open().body['code'], 'GHJ789');
});

test('[C76] on a cloud without labels a guest is the only listed one with the same players', (t) => {
  const players = [
    ...STATE.players,
    { name: 'Bold Acorn', host: false, fol: true, players: [{ n: 'Bo', h: 9 }] },
    { name: 'Silver Violin', host: false, fol: true, players: [...SELF.players] },
  ];
  for (const [listed, label] of [
    [players, 'Silver Violin'],
    [[...players, { ...itemAt(players, 2), name: 'Zesty Zebra' }], ''],
    [players.slice(0, 2), ''],
  ] as const) {
    const online = openOnline({ role: 'guest', code: 'ABC123' });
    online.open().answer({ ...joined, label: '', state: stateOf({ exp: EXP, players: [...listed] }) });
    t.is(online.view().label, label);
  }
});

test('[R5] a host that stops ends the session for its guest, with one message', (t) => {
  const online = visiting();
  online.open().answer({ ...joined, status: 'offline', host_stopped: true });
  t.deepEqual([online.value(), online.view().role, online.view().code, online.roles()], ['off', 'off', '', ['off']]);
  t.deepEqual(online.news().filter(({ kind }) => kind === 'note'), [{ kind: 'note', text: 'The host has ended the session.', holds: 'session' }]); // oxfmt-ignore
  t.is(online.bench.all.filter((request) => request.status() === 'open').length, 0);
});

test('[R6] reports a silent host while it is silent, and the guest stays', (t) => {
  const online = visiting();
  online
    .open()
    .answer({ ...joined, status: 'offline', state: stateOf({ exp: EXP, host_online: false, st: '00000002' }) });
  t.deepEqual([online.view().host_online, online.view().role], [false, 'guest']);
  t.regex(online.view().problem, /^The host is away/);
  online.open().answer({ ...joined, state: stateOf({ exp: EXP, st: '00000003' }) });
  t.deepEqual([online.view().host_online, online.view().problem], [true, '']);
});

for (const [role, begin, end, call, kept] of [
  ['host', hosting, { type: 'host.stop' }, 'host stop', 'stopping'],
  ['guest', visiting, { type: 'guest.leave' }, 'join leave', 'off'],
] as const)
  test(`[R96] a ${role} that leaves is off immediately, even with a silent relay, and may host again`, async (t) => {
    const online = begin();
    online.send(end);
    t.deepEqual([online.view().role, online.roles(), online.fresh()], ['off', [kept], [call]]);
    online.open().fail();
    await online.clock.advance(600_000);
    t.is(titleOf(online.open()), call);
    online.send({ type: 'online.host' });
    t.deepEqual([online.view().role, titleOf(online.open())], ['host', 'host start']);
    const rids = online.bench.all.map(({ body }) => body['rid']).filter(Boolean);
    t.is(new Set(rids).size, rids.length, 'no rid is reused');
    online.open().answer(started);
    t.is(titleOf(online.open()), 'poll');
  });

test('[R96] an unanswered leave ends eventually, without a message', async (t) => {
  const online = visiting();
  online.send({ type: 'guest.leave' });
  for (let n = 0; n < 8 && online.value() !== 'off'; n++) {
    if (online.bench.all.at(-1)?.status() === 'open') online.open().fail();
    await online.clock.advance(30_000);
  }
  t.deepEqual([online.value(), online.view().role, online.view().problem], ['off', 'off', '']);
  t.deepEqual(online.news().filter(({ kind }) => kind === 'note'), []); // oxfmt-ignore
});

test('[R96] sends an unanswered stop until it is answered, even after a restart, without a message', async (t) => {
  const online = hosting();
  online.send({ type: 'host.stop' });
  for (let n = 0; n < 8; n++) {
    if (online.bench.all.at(-1)?.status() === 'open') online.open().fail();
    await online.clock.advance(30_000);
  }
  t.deepEqual([online.view().role, online.view().problem, online.roles()], ['off', '', ['stopping']]);
  const again = openOnline({ stopping: true });
  t.deepEqual([again.view().role, titleOf(again.open())], ['off', 'host stop']);
  again.open().answer({});
  t.deepEqual([again.value(), again.roles()], ['off', ['off']]);
  t.deepEqual(again.news(), []);
});

test('[C28] joining another session first sends the pending stop of the hosted one', async (t) => {
  const online = hosting();
  online.send({ type: 'host.stop' });
  online.open().fail();
  online.send({ type: 'online.join', code: 'DEF456' });
  t.is(titleOf(online.open()), 'host stop');
  t.true(online.view().checking);
  online.open().fail();
  await online.clock.advance(3000);
  t.is(titleOf(online.open()), 'host stop');
  online.open().answer({});
  t.deepEqual([titleOf(online.open()), online.roles().at(-1)], ['join join', 'off']);
  online.open().answer({ ...joined, code: 'DEF456' });
  t.deepEqual([online.value(), online.roles().at(-1)], ['visiting', 'guest DEF456']);

  const changed = hosting();
  changed.send({ type: 'host.stop' });
  changed.open().fail();
  changed.send({ type: 'online.join', code: 'DEF456' });
  changed.open().fail();
  changed.send({ type: 'guest.leave' });
  t.is(titleOf(changed.open()), 'host stop', 'stop is still sent');
  changed.open().answer({});
  t.deepEqual([changed.value(), changed.roles().at(-1)], ['off', 'off']);
});

test('[R90] events from before a guest joined are not news, even if repeated', (t) => {
  const online = openOnline();
  const events = (): number => online.news().filter(({ kind }) => kind === 'event').length;
  const at = (seq: number): Partial<RelayAnswer> => ({ ...joined, state: stateOf({ exp: EXP, st: `${seq}`, ev: { seq, kind: 'reset', name: 'Den', steps: 0 } }) }); // oxfmt-ignore
  for (const seqs of [
    [5, 6, 7],
    [9, 10],
  ]) {
    // oxfmt-ignore
    online.send({ type: 'online.join', code: 'ABC123' });
    online.open().answer(at(seqs[0] ?? 0));
    const before = events();
    for (const seq of seqs) online.open().answer(at(seq));
    t.is(events() - before, seqs.length - 1);
    online.send({ type: 'guest.leave' });
    online.open().answer({ status: 'ok' });
  }
});

test('[R66] a guest that follows again gets the experience with the next answer, once', (t) => {
  const online = visiting();
  const pulls = (): number => online.news().filter(({ kind }) => kind === 'pull').length;
  t.is(pulls(), 1);
  online.send({ type: 'guest.follow', fol: false });
  t.false(online.view().fol);
  online.open().answer({ ...joined, state: stateOf({ exp: EXP, st: '00000002' }) });
  online.send({ type: 'guest.follow', fol: true, again: true });
  t.true(online.view().fol);
  online.open().answer({ ...joined, state: stateOf({ exp: EXP, st: '00000003' }) });
  online.open().answer({ ...joined, state: stateOf({ exp: EXP, st: '00000004' }) });
  t.is(pulls(), 2);
});

test('[R32] reports inputs of guests once', (t) => {
  const online = hosting();
  const item = (seq: number) => ({ seq, kind: 'aim', name: 'Silver Violin', steps: 1, club: 0, ms: 0 }) as const;
  online.open().answer({ next_seq: 10, state: STATE, items: [item(8), item(9)] });
  online.open().answer({ next_seq: 10, state: stateOf({ exp: EXP, st: '00000002' }), items: [item(8), item(9)] });
  const persisted = { ...PERSISTED, exp: { ...EXP, gen: 5 } };
  online.send({ type: 'persisted.changed', persisted });
  online.send({ type: 'storage.settled' });
  const inputs = online
    .news()
    .flatMap((news) => (news.kind === 'inputs' ? listOf(news['items']).map(({ seq }) => seq) : []));
  t.deepEqual(inputs, [8, 9]);
});

test('[R99] never has more than one request in flight', (t) => {
  const online = openOnline();
  const events: readonly OnlineEvent[] = [
    { type: 'online.host' },
    { type: 'host.renew', keep_guests: true },
    { type: 'host.stop' },
    { type: 'online.join', code: 'ABC123' },
    { type: 'guest.input', input: { kind: 'reset' } },
    { type: 'guest.follow', fol: false },
    { type: 'guest.leave' },
    { type: 'online.host' },
    { type: 'host.event', ev: { seq: 1, kind: 'putt', name: '', steps: 0 } },
  ];
  for (const answered of [true, false])
    for (const event of events) {
      online.send(event);
      const open = online.bench.all.findLast((request) => request.status() === 'open');
      if (answered) open?.answer({ ...started, ...joined });
    }
  t.true(online.bench.all.length > 10);
  t.is(online.bench.most(), 1);
});
