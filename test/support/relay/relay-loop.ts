// One of the machines of online play on the virtual clock, with the test acting as the relay: the test receives every
// request as a value and answers it at any time.

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
import type { AskEvent, AskInput, DeviceIdentity, RelayCall, Self } from '../../../firmware/online/relay-call.ts';
import { assert } from '../../../wire/errors.ts';
import { itemAt } from '../items.ts';

export const IDENTITY: DeviceIdentity = { id: 'TP-0123456789AB', key: noDeviceKey() };
export const SELF: Self = { name: 'Studio', players: [{ n: 'Ann', h: 3 }] };

/** Returns an answer with status `ok` and empty fields except the given ones. */
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

/** Returns the state of a session with an online host. */
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

/** Request as the relay receives it. */
export interface ReceivedRequest {
  readonly call: RelayCall;
  readonly body: Readonly<Record<string, unknown>>;
  readonly identity: DeviceIdentity;
  readonly at_ms: number;
  /** Returns the status of the request. `open`: awaits its answer. `withdrawn`: the device has cancelled it. */
  status(): 'open' | 'over' | 'withdrawn';
  answer(given?: Partial<RelayAnswer>): void;
  fail(given?: { readonly reason?: string; readonly refused?: boolean }): void;
}

interface RelayBench {
  /** Actor for the slot `ask`. */
  readonly ask: ReturnType<typeof fromCallback<AskEvent, AskInput>>;
  readonly all: ReceivedRequest[];
  /** Returns the maximum number of concurrent requests. */
  most(): number;
}

/** Returns a bench that records requests. `clock`: timestamps requests and answers. */
function relayBench(clock: VirtualClock): RelayBench {
  const all: ReceivedRequest[] = [];
  let [open, most] = [0, 0];
  const ask = fromCallback<AskEvent, AskInput>(({ input: { call, identity }, sendBack }) => {
    const at_ms = clock.now_ms();
    let status: ReturnType<ReceivedRequest['status']> = 'open';
    most = Math.max(most, ++open);
    const end = (as: 'over' | 'withdrawn'): void => {
      if (status !== 'open') return;
      status = as;
      open--;
    };
    const sendResult = (event: AskEvent): void => {
      assert(status === 'open', `${call.route} was ${status}`);
      end('over');
      sendBack(event);
    };
    const times = () => ({ at_ms: clock.now_ms(), took_ms: clock.now_ms() - at_ms });
    all.push({
      call,
      body: call.body,
      identity,
      at_ms,
      status: () => status,
      answer: (given) => sendResult({ type: 'relay.answered', answer: answerOf(given), ...times() }),
      fail: ({ reason = 'It failed.', refused = false } = {}) =>
        sendResult({ type: 'relay.failed', reason, refused, ...times() }),
    });
    return () => end('withdrawn');
  });
  return { ask, all, most: () => most };
}

/** Machine under test. `Context`: context of the machine. */
export interface Loop<Context = unknown> {
  readonly clock: VirtualClock;
  readonly bench: RelayBench;
  /** Events that the machine sent to its parent. */
  readonly parent_events: AnyEventObject[];
  send(event: EventObject): void;
  /** Returns the state of the machine, or `done` when it has finished. */
  value(): unknown;
  context(): Context;
  output(): unknown;
  /** Returns the only open request. @throws If there is not exactly one. */
  open(): ReceivedRequest;
  /** Returns the requests since the last call, as `route action`. */
  fresh(): readonly string[];
}

export const titleOf = ({ call, body }: ReceivedRequest): string =>
  [call.route, body['action'] ?? body['kind']].filter(Boolean).join(' ');

/** Runs a machine, with its slots provided by `fill`, as the child of a parent that records its events. */
export function openLoop<M extends AnyStateMachine>(
  input: object,
  fill: (ask: RelayBench['ask'], clock: VirtualClock) => M,
  clock = createVirtualClock(),
): Loop<ContextFrom<M>> {
  const bench = relayBench(clock);
  const parent_events: AnyEventObject[] = [];
  const parent = createMachine({
    invoke: { src: fill(bench.ask, clock), id: 'loop', input: ({ self }) => ({ ...input, parent: self }) },
    on: { '*': { actions: ({ event }) => void parent_events.push(event) } },
  });
  const actor = createActor(parent, { clock });
  actor.start();
  const child = actor.getSnapshot().children['loop'];
  assert(child, 'the child is running');
  const snapshot = (): AnyMachineSnapshot => child.getSnapshot();
  let read_count = 0;
  return {
    clock,
    bench,
    parent_events,
    send: (event) => child.send(event),
    value: () => (snapshot().status === 'active' ? snapshot().value : snapshot().status),
    context: () => snapshot().context,
    output: () => snapshot().output,
    open() {
      const open = bench.all.filter((request) => request.status() === 'open');
      assert(open.length === 1, `${open.length} requests are open`);
      return itemAt(open, 0);
    },
    fresh() {
      const titles = bench.all.slice(read_count).map((request) => titleOf(request));
      read_count = bench.all.length;
      return titles;
    },
  };
}
