// Mutations that the simulation must detect: each breaks one line of the product. They test the simulation itself.

export interface Mutation {
  readonly name: string;
  /** Source file, from the project's root. */
  readonly file: string;
  /** Original line, which occurs exactly once in the file. */
  readonly right: string;
  readonly wrong: string;
  /** First seed to try. Default: 1. */
  readonly seed?: number;
  /** Virtual time of a run. Default: half an hour. */
  readonly hours?: number;
  /** Relays that share an engine. Default: 1. */
  readonly relays?: number;
  /** Rules of which at least one must be broken. */
  readonly rules: readonly string[];
}

export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'a relay that reads newer state misses an input stored with it',
    file: 'cloud-stub/relay/fleet/shared-sessions.ts',
    right: 'return { ...rest, session: { ...facts, ...contacts } };',
    wrong:
      'return { ...rest, inputs: newer && before ? rest.inputs.slice(1) : rest.inputs, session: { ...facts, ...contacts } };',
    seed: 5,
    relays: 3,
    rules: ['R31'],
  },
  {
    name: 'a relay overwrites a concurrent write of another relay',
    file: 'cloud-stub/relay/fleet/store-virtual.ts',
    right: "if (change && (before?.tag ?? '') !== change.expected_tag) return null;",
    wrong: '',
    seed: 3,
    relays: 3,
    rules: ['R28', 'R29', 'R30', 'R31', 'R41', 'R74', 'R89'],
  },
  {
    name: 'a repeated write of a relay is applied twice',
    file: 'cloud-stub/relay/fleet/session-batch.ts',
    right: 'const stored_answer = name === null ? null : (answers.get(name) ?? known.get(name) ?? null);',
    wrong: 'void known; const stored_answer = name === null ? null : (answers.get(name) ?? null);',
    seed: 3,
    relays: 3,
    rules: ['R41', 'R1'],
  },
  {
    name: 'a host waits for inputs beyond those lost in a fail-over',
    file: 'firmware/online/host.ts',
    right: 'return since === null || next_seq <= since ? next_seq - 1 : since;',
    wrong: 'return since === null ? next_seq - 1 : since;',
    seed: 1205,
    hours: 0.6,
    relays: 3,
    rules: ['R42'],
  },
  {
    name: 'relays count a polling host as gone',
    file: 'cloud-stub/relay/session/session.ts',
    right: 'active && polled_ms !== null && now_ms - polled_ms < HOST_ONLINE_MS;',
    wrong: 'active && polled_ms !== null && now_ms - polled_ms < HOST_ONLINE_MS - 30_000;',
    seed: 1,
    relays: 3,
    rules: ['R8'],
  },
  {
    name: 'an aim is tapped once too often',
    file: 'firmware/simulator/orders.ts',
    right: '  taps: Math.abs(steps),',
    wrong: '  taps: Math.abs(steps) + 1,',
    seed: 3,
    rules: ['R147'],
  },
  {
    name: 'a repeated shot forgets its aim',
    file: 'firmware/simulator/orders.ts',
    right: 'return { ...nothing, ...aimOrder(aim_steps ?? 0), shot };',
    wrong: 'return { ...nothing, shot };',
    seed: 3,
    rules: ['R147'],
  },
  {
    name: 'the newest input is carried out first',
    file: 'firmware/simulator/simulator.ts',
    right: 'const [act, ...rest] = waiting;',
    wrong: 'const [act, ...rest] = waiting.toReversed();',
    seed: 3,
    rules: ['R147'],
  },
  {
    name: 'the relay consumes inputs as it delivers them',
    file: 'cloud-stub/relay/routes/poll-route.ts',
    right: 'const items = inputs.map((input) => itemOf(input, now_ms));',
    wrong:
      'const sent = ((globalThis as any).sent ??= {}); const items = inputs.filter(({ seq }) => seq > (sent[hold.host] ?? 0)).map((input) => itemOf(input, now_ms)); sent[hold.host] = items.at(-1)?.seq ?? sent[hold.host];',
    seed: 5,
    rules: ['R31'],
  },
  {
    name: 'a host counts as online for 46 s',
    file: 'cloud-stub/relay/session/session.ts',
    right: 'const HOST_ONLINE_MS = 45_000;',
    wrong: 'const HOST_ONLINE_MS = 46_000;',
    seed: 13,
    rules: ['R8'],
  },
  {
    name: "a host accepts its guests' putts only on the round page",
    file: 'firmware/machines/device.setup.ts',
    right: 'handOver: enqueueActions(({ enqueue }, { event }: { event: DeviceEvent }) => {',
    wrong:
      "handOver: enqueueActions(({ context, enqueue }, { event }: { event: DeviceEvent }) => { if (event.type === 'session.inputs' && (context.children() as any).navigation.getSnapshot().value !== 'course') return;",
    rules: ['R149'],
  },
  {
    name: 'a changed setting of the host pulls its guests',
    file: 'firmware/online/news.ts',
    right: 'exp.gen > (seen.exp?.gen ?? -1)',
    wrong: '(exp.gen > (seen.exp?.gen ?? -1) || !same(exp, seen.exp))',
    rules: ['R64'],
  },
  {
    name: 'a retry has another rid',
    file: 'firmware/online/guest.ts',
    right: "return { route: 'input', body };",
    wrong:
      "return { route: 'input', body: { ...body, rid: `${body.rid}-${Math.floor((inputs[0]?.first_ms ?? 0) % 997)}` } };",
    seed: 2,
    rules: ['R41', 'R32', 'R83'],
  },
  {
    name: 'the verdict is published at once',
    file: 'firmware/experiences/course/round.ts',
    right: '=> (revealed || !before ? round : before);',
    wrong: '=> (revealed || !before ? round : round);',
    rules: ['R76'],
  },
  {
    name: 'no change wakes a heartbeat',
    file: 'cloud-stub/relay/holds/hold.ts',
    right: 'st !== hold.st ||',
    wrong: "(hold.route === 'poll' && st !== hold.st) ||",
    rules: ['R47'],
  },
  {
    name: 'the host forgets how far it has read',
    file: 'firmware/online/host.ts',
    right: 'since: sinceOf(items.at(-1)?.seq ?? since, answer.next_seq),',
    wrong: 'since: sinceOf(since, answer.next_seq),',
    rules: ['R32', 'R59', 'R149'],
  },
  {
    name: 'a restarted host skips inputs sent while it was off',
    seed: 9,
    file: 'firmware/online/host.ts',
    right: 'since: sinceOf(context.since ?? context.input_seq, answer.next_seq),',
    wrong: 'since: sinceOf(context.since, answer.next_seq),',
    rules: ['R31', 'R149'],
  },
  {
    name: 'a restarted host applies handled inputs again',
    file: 'firmware/persisted/play-changes.ts',
    right: 'input_seq: laterSeq(persisted, change.input_seq) },',
    wrong: 'input_seq: persisted.input_seq },',
    seed: 53,
    rules: ['R32'],
  },
  {
    name: 'five players fit into a session',
    file: 'cloud-stub/relay/session/session.ts',
    right: 'taken + wanted.length <= PLAYERS_MAX;',
    wrong: 'taken + wanted.length <= PLAYERS_MAX + 1;',
    rules: ['R18'],
  },
  {
    name: 'a guest that leaves stays in the session',
    file: 'cloud-stub/relay/session/operations.ts',
    right: "return { session: operateLeave(session, operation.device), status: 'ok' };",
    wrong: "void operateLeave; return { session, status: 'ok' };",
    rules: ['R24'],
  },
  {
    name: 'a guest keeps its old code',
    file: 'firmware/online/guest.ts',
    right: 'at_ms,\n    code: answer.code || context.code,',
    wrong: 'at_ms,\n    code: context.code,',
    rules: ['R12'],
  },
  {
    name: 'a seat that sits out may be on turn',
    file: 'firmware/experiences/course/score.ts',
    right: 'plays(round, seat) && round.hd[seat] === 0;',
    wrong: 'round.hd[seat] === 0;',
    rules: ['R82'],
  },
  {
    name: 'a guest putts out of turn',
    file: 'firmware/play/visit.machine.ts',
    right: "round !== null && label !== '' && isOurTurn(round, label),",
    wrong: "round !== null && label !== '',",
    rules: ['R83'],
  },
  {
    name: 'a choice keeps its gen',
    file: 'firmware/persisted/changes.ts',
    right: 'gen: persisted.exp.gen + 1',
    wrong: 'gen: persisted.exp.gen',
    rules: ['R60', 'R61'],
  },
  {
    name: 'a failed request is sent again after one second',
    file: 'firmware/online/limits.ts',
    right: 'export const RETRY_DELAY_MS = 3000;',
    wrong: 'export const RETRY_DELAY_MS = 1000;',
    rules: ['R96'],
  },
  {
    name: 'requests are held for 25 s',
    file: 'wire/limits.ts',
    right: 'export const HOLD_MS_MAX = 20_000;',
    wrong: 'export const HOLD_MS_MAX = 25_000;',
    rules: ['R45', 'R97'],
  },
];
