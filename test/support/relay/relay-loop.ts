// One of the machines of online play on the virtual clock, and the test in the place of the relay: it sees every request as a
// value, and answers when it likes.

import {
  createActor,
  createMachine,
  fromCallback,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type ContextFrom,
  type EventObject,
} from 'xstate';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import type { RelayAnswer } from '../../../wire/relay/answers.ts';
import type { StateBlock } from '../../../wire/relay/state.ts';
import { EMPTY_EVENT, EMPTY_EXPERIENCE } from '../../../wire/relay/state.ts';
import { noDeviceKey } from '../../../wire/signing.ts';
import type { AskEvent, AskInput, Identity, RelayCall, Self } from '../../../firmware/online/relay-call.ts';
import { assert } from '../../../wire/errors.ts';
import { itemAt } from '../items.ts';

export const IDENTITY: Identity = { id: 'TP-0123456789AB', key: noDeviceKey() };
export const SELF: Self = { name: 'Studio', players: [{ n: 'Ann', h: 3 }] };

/** An answer that says `ok` and nothing else, but for what is given. */
export const answerOf = (given: Partial<RelayAnswer> = {}): RelayAnswer => ({
  status: 'ok',
  code: '',
  next_seq: 0,
  seq: 0,
  items: [],
  label: '',
  host_label: '',
  host_name: '',
  host_stopped: false,
  away: null,
  server_time: 0,
  state: null,
  ...given,
});

/** A session with a host that is online. */
export const stateOf = (given: Partial<StateBlock> = {}): StateBlock => ({
  players: [{ name: 'Stout Parrot', host: true, players: [{ n: 'Ann', h: 3 }] }],
  ev: EMPTY_EVENT,
  replay: false,
  replay_by: '',
  host_online: true,
  exp: EMPTY_EXPERIENCE,
  round: null,
  sim: 'none',
  st: '00000001',
  ...given,
});

/** A request as the relay would see it. */
export interface Asked {
  readonly call: RelayCall;
  readonly body: Readonly<Record<string, unknown>>;
  readonly identity: Identity;
  readonly at_ms: number;
  /** `open`: it waits for its answer. `withdrawn`: the device has broken it off. */
  fate(): 'open' | 'over' | 'withdrawn';
  answer(given?: Partial<RelayAnswer>): void;
  fail(given?: { readonly reason?: string; readonly refused?: boolean }): void;
}

interface RelayBench {
  /** Fills the slot `ask`. */
  readonly ask: ReturnType<typeof fromCallback<AskEvent, AskInput>>;
  readonly all: Asked[];
  /** The most that were open at once. */
  most(): number;
}

/** `clock`: stamps the requests and their answers. */
function relayBench(clock: VirtualClock): RelayBench {
  const all: Asked[] = [];
  let [open, most] = [0, 0];
  const ask = fromCallback<AskEvent, AskInput>(({ input: { call, identity }, sendBack }) => {
    const at_ms = clock.now_ms();
    let fate: ReturnType<Asked['fate']> = 'open';
    most = Math.max(most, ++open);
    const end = (as: 'over' | 'withdrawn'): void => {
      if (fate !== 'open') return;
      fate = as;
      open--;
    };
    const tell = (event: AskEvent): void => {
      assert(fate === 'open', `${call.route} was ${fate}`);
      end('over');
      sendBack(event);
    };
    const times = () => ({ at_ms: clock.now_ms(), took_ms: clock.now_ms() - at_ms });
    all.push({
      call,
      body: call.body,
      identity,
      at_ms,
      fate: () => fate,
      answer: (given) => tell({ type: 'relay.answered', answer: answerOf(given), ...times() }),
      fail: ({ reason = 'It failed.', refused = false } = {}) =>
        tell({ type: 'relay.failed', reason, refused, ...times() }),
    });
    return () => end('withdrawn');
  });
  return { ask, all, most: () => most };
}

/** `Context`: of the machine. */
export interface Loop<Context = unknown> {
  readonly clock: VirtualClock;
  readonly bench: RelayBench;
  /** What the machine told its parent. */
  readonly told: AnyEventObject[];
  send(event: EventObject): void;
  /** The state that the machine is in, and `done` when it has ended. */
  value(): unknown;
  context(): Context;
  output(): unknown;
  /** The request that is open; there must be one. */
  open(): Asked;
  /** Requests since the last call of this, as `route action`. */
  fresh(): readonly string[];
}

export const titleOf = ({ call, body }: Asked): string =>
  [call.route, body['action'] ?? body['kind']].filter(Boolean).join(' ');

/** Runs a machine whose slots are filled by `fill`, as the child of a parent that notes what it is told. */
export function openLoop<M extends AnyStateMachine>(
  input: object,
  fill: (ask: RelayBench['ask'], clock: VirtualClock) => M,
  clock = createVirtualClock(),
): Loop<ContextFrom<M>> {
  const bench = relayBench(clock);
  const told: AnyEventObject[] = [];
  const parent = createMachine({
    invoke: { src: fill(bench.ask, clock), id: 'loop', input: ({ self }) => ({ ...input, parent: self }) },
    on: { '*': { actions: ({ event }) => void told.push(event) } },
  });
  const actor = createActor(parent, { clock });
  actor.start();
  const child = actor.getSnapshot().children['loop'];
  assert(child, 'the parent has its child');
  const snapshot = (): AnyMachineSnapshot => child.getSnapshot();
  let looked = 0;
  return {
    clock,
    bench,
    told,
    send: (event) => child.send(event),
    value: () => (snapshot().status === 'active' ? snapshot().value : snapshot().status),
    context: () => snapshot().context,
    output: () => snapshot().output,
    open() {
      const open = bench.all.filter((asked) => asked.fate() === 'open');
      assert(open.length === 1, `${open.length} requests are open`);
      return itemAt(open, 0);
    },
    fresh() {
      const titles = bench.all.slice(looked).map((asked) => titleOf(asked));
      looked = bench.all.length;
      return titles;
    },
  };
}
