// Simulator machine: queues the inputs of local players and guests, and carries them out one at a time: key taps, then
// the shot. Keeps running while other pages are open, until the player chooses something else.

import { assign, enqueueActions, sendTo, setup } from 'xstate';
import { MACHINE_OPTIONS, slotsOf, typeOnly, type ReportsTo } from '../machine.ts';
import type { PersistedChange } from '../persisted/changes.ts';
import { assertDefined } from '../../wire/errors.ts';
import type { HostEvent } from '../../wire/relay/shapes.ts';
import { addressOf, addressText, puttingUrl } from './address.ts';
import { connectorMachine } from './connector.machine.ts';
import { linkMachine, type LinkReport } from './link.machine.ts';
import { isReplay, NOTHING_PLAYED, withPlayed, type SimulatorOrder, type SimInput } from './orders.ts';
import type { SimShot } from './shots.ts';
import {
  eventOf,
  guestActs,
  isInUse,
  newestActSeq,
  ownAct,
  refusal,
  replayRestMs,
  simulatorContext,
  transportAddress,
  withAct,
  withOrder,
  withSaved,
  withUnsaved,
  type GuestInputs,
  type SimulatorContext,
  type SimulatorPersisted,
} from './simulator.ts';

export interface CarryOut {
  readonly order: SimulatorOrder;
  readonly gap_ms: number;
}

export type OrderEvent =
  | { readonly type: 'order.shot'; readonly shot: SimShot }
  | { readonly type: 'order.done' }
  | { readonly type: 'order.expired' }
  /** `reason`: one sentence; the rest of the order is dropped. */
  | { readonly type: 'order.failed'; readonly reason: string };

/** Requests from other services. */
export type SimulatorRequest =
  | { readonly type: 'simulator.open' }
  | { readonly type: 'simulator.disconnect' }
  | { readonly type: 'simulator.cancel' }
  | { readonly type: 'simulator.act'; readonly input: SimInput };

export type SimulatorEvent =
  | OrderEvent
  | SimulatorRequest
  | LinkReport
  | { readonly type: 'persisted.changed'; readonly persisted: SimulatorPersisted }
  | ({ readonly type: 'session.inputs' } & GuestInputs)
  /** The flash has stored which inputs have been handled. */
  | { readonly type: 'storage.settled' }
  | { readonly type: 'simulator.connect' }
  | { readonly type: 'network.changed'; readonly joined: boolean };

/** Events sent to the device machine. */
type SimulatorReport =
  | { readonly type: 'device.change'; readonly change: PersistedChange }
  | { readonly type: 'device.note'; readonly text: string }
  | { readonly type: 'host.event'; readonly ev: HostEvent }
  | { readonly type: 'host.replay'; readonly replay: boolean };

interface SimulatorInput {
  readonly parent: ReportsTo<SimulatorReport>;
  readonly persisted: SimulatorPersisted;
}

type On<T extends SimulatorEvent['type']> = Extract<SimulatorEvent, { type: T }>;

const TOO_MANY = 'Too many inputs for the simulator: some were dropped.';

const addressDiffers = (a: SimulatorPersisted, b: SimulatorPersisted): boolean =>
  addressText(transportAddress(a.transport, a.settings)) !== addressText(transportAddress(b.transport, b.settings));

const end = ['endOrder', 'tellReplay'] as const;
const outOfUse = { guard: 'not in use', target: 'closed', actions: ['clear', ...end] } as const;
const cancelled = { target: 'idle', actions: ['clear', ...end] } as const;

export const simulatorMachine = setup({
  types: typeOnly<{
    input: SimulatorInput;
    context: SimulatorContext & Pick<SimulatorInput, 'parent'>;
    events: SimulatorEvent;
  }>(),
  actors: {
    carryOut: slotsOf('simulator').callback<OrderEvent, CarryOut>('carryOut'),
    link: linkMachine,
    connector: connectorMachine,
  },
  actions: {
    take: assign((_, patch: Partial<SimulatorContext>) => patch),
    takePersisted: enqueueActions(({ context, enqueue }, { persisted }: On<'persisted.changed'>) => {
      enqueue.assign(persisted);
      if (addressDiffers(context, persisted) && isInUse({ ...context, ...persisted }))
        enqueue.raise({ type: 'simulator.connect' });
    }),
    /** GSPconnect serves one client: for a connector, close our own connection. */
    connect: enqueueActions(({ context: { transport, settings, parent }, enqueue }) => {
      if (transport === 'simport') {
        enqueue.sendTo('link', { type: 'link.disconnect' });
        enqueue.sendTo('connector', { type: 'connector.open' });
        return;
      }
      const address = addressOf.direct(settings);
      enqueue.sendTo('link', { type: 'link.connect', address, number: settings.next_shot });
      enqueue.sendTo(parent, { type: 'device.change', change: { kind: 'reserve_shots' } });
    }),
    disconnect: enqueueActions(({ enqueue }) => enqueue.sendTo('link', { type: 'link.disconnect' })),
    addOwn: assign(({ context }, { input }: On<'simulator.act'>) => withAct(context, ownAct(input))),
    addGuests: enqueueActions(({ context, enqueue }, event: On<'session.inputs'>) => {
      const acts = guestActs(event);
      const { unsaved } = withUnsaved(context, acts);
      enqueue.assign({ unsaved });
      if (unsaved.length < context.unsaved.length + acts.length)
        enqueue.sendTo(context.parent, { type: 'device.note', text: TOO_MANY });
    }),
    /** Stored before anything is sent to the simulator, so that a restart does not repeat it (R32). */
    saveHandled: enqueueActions(({ context, enqueue }, { items }: On<'session.inputs'>) => {
      const seq = newestActSeq(items);
      if (seq !== null)
        enqueue.sendTo(context.parent, { type: 'device.change', change: { kind: 'handle_inputs', seq } });
    }),
    letGuestsIn: assign(({ context }) => withSaved(context)),
    clear: assign({ waiting: [], unsaved: [] }),
    forgetPlayed: assign({ played: NOTHING_PLAYED }),
    takeOrder: assign(({ context }) => withOrder(context)),
    dropFirst: assign(({ context }) => ({ waiting: context.waiting.slice(1) })),
    endOrder: assign({ order: null, replaying: false }),
    noteReplay: assign(({ context: { order } }) => ({ replaying: order !== null && isReplay(order.act.input) })),
    notePlayed: assign(({ context: { played, order } }) => (order ? { played: withPlayed(played, order) } : {})),
    shoot: enqueueActions(({ context: { transport, settings }, enqueue }, { shot }: On<'order.shot'>) => {
      if (transport === 'simport')
        enqueue.sendTo('connector', { type: 'connector.shot', url: puttingUrl(settings), shot });
      else enqueue.sendTo('link', { type: 'link.shot', shot });
    }),
    /** Reports the host's own inputs to its session. */
    tellOwn: enqueueActions(({ context, enqueue }) => {
      const { order } = context;
      const ev = order?.act.by === 'host' ? eventOf(context, order.act.input) : null;
      if (!ev) return;
      enqueue.assign({ ev });
      enqueue.sendTo(context.parent, { type: 'host.event', ev });
    }),
    tellReplay: sendTo(
      ({ context }) => context.parent,
      ({ context: { replaying } }) => ({ type: 'host.replay' as const, replay: replaying }),
    ),
    sayRefusal: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: 'device.note' as const, text: refusal(context) }),
    ),
    say: sendTo(
      ({ context }) => context.parent,
      (_, { text }: { text: string }) => ({ type: 'device.note' as const, text }),
    ),
  },
  guards: {
    'in use': ({ context }) => isInUse(context),
    'no simulator chosen': ({ context }) => context.transport === null,
    'network joined': (_, { joined }: { joined: boolean }) => joined,
    'integration changed': ({ context }, { persisted }: On<'persisted.changed'>) =>
      context.transport !== persisted.transport,
    'other experience chosen': ({ context }) => context.transport === null && context.opened,
    'not in use': ({ context }) => !isInUse(context),
    'next input refused': ({ context }) => refusal(context) !== '',
    'input queued': ({ context }) => context.waiting.length > 0,
    'order has shot': ({ context }) => context.order?.shot != null,
    'connector has not answered': ({ context }) =>
      context.transport === 'simport' && context.link.last?.status === 'sent',
    'replay on screen': ({ context }) => replayRestMs(context) > 0,
    'chosen integration': ({ context }, { of }: LinkReport) => of === context.transport,
  },
  delays: { replayRest: ({ context }) => replayRestMs(context) },
}).createMachine({
  id: 'simulator',
  // Dropping a long queue of refused inputs takes one step per input.
  options: { maxIterations: 10 * MACHINE_OPTIONS.maxIterations },
  context: ({ input: { parent, persisted } }) => ({ ...simulatorContext(persisted), parent }),
  invoke: [
    { src: 'link', id: 'link', input: ({ self }) => ({ parent: self }) },
    { src: 'connector', id: 'connector', input: ({ self }) => ({ parent: self }) },
  ],
  initial: 'closed',
  on: {
    'persisted.changed': [
      {
        guard: { type: 'integration changed', params: ({ event }) => event },
        target: '.closed',
        actions: [{ type: 'take', params: ({ event: { persisted } }) => persisted }, 'clear', 'forgetPlayed', ...end],
      },
      { actions: { type: 'takePersisted', params: ({ event }) => event } },
    ],
    /** The network is available again: reconnects without waiting. */
    'network.changed': {
      guard: { type: 'network joined', params: ({ event }) => event },
      actions: sendTo('link', { type: 'link.joined' }),
    },
    'simulator.connect': { actions: 'connect' },
    'simulator.open': { actions: { type: 'take', params: { opened: true, turned_off: false } } },
    'simulator.act': {
      guard: 'in use',
      actions: { type: 'addOwn', params: ({ event }) => event },
    },
    'session.inputs': [
      { guard: 'no simulator chosen' },
      {
        guard: 'in use',
        actions: [
          { type: 'addGuests', params: ({ event }) => event },
          { type: 'saveHandled', params: ({ event }) => event },
        ],
      },
      {
        actions: [
          { type: 'say', params: { text: 'A guest plays, but the simulator is disconnected.' } },
          { type: 'saveHandled', params: ({ event }) => event },
        ],
      },
    ],
    'storage.settled': { actions: 'letGuestsIn' },
    'simulator.disconnect': {
      target: '.closed',
      actions: [{ type: 'take', params: { opened: false, turned_off: true } }, 'disconnect', 'clear', ...end],
    },
    'simulator.told': {
      guard: { type: 'chosen integration', params: ({ event }) => event },
      actions: { type: 'take', params: ({ event: { link } }) => ({ link }) },
    },
  },
  states: {
    closed: {
      always: [
        { guard: 'in use', target: 'idle', actions: 'connect' },
        { guard: 'other experience chosen', actions: { type: 'take', params: { opened: false } } },
      ],
    },
    idle: {
      always: [
        outOfUse,
        {
          guard: 'next input refused',
          target: 'idle',
          reenter: true,
          actions: ['sayRefusal', 'dropFirst'],
        },
        {
          guard: 'input queued',
          target: 'executing',
          actions: ['takeOrder', 'noteReplay', 'tellReplay', 'tellOwn'],
        },
      ],
    },
    executing: {
      always: outOfUse,
      invoke: {
        src: 'carryOut',
        id: 'carryOut',
        input: ({ context: { order, settings } }): CarryOut => ({
          order: assertDefined(order, 'order'),
          gap_ms: settings.tap_gap_ms,
        }),
      },
      on: {
        'order.shot': { actions: [{ type: 'shoot', params: ({ event }) => event }, 'notePlayed'] },
        'order.done': [
          { guard: 'order has shot', target: 'delivering' },
          { target: 'idle', actions: ['notePlayed', ...end] },
        ],
        'order.expired': {
          target: 'idle',
          actions: [{ type: 'say', params: { text: "A guest's input came too late for the simulator." } }, ...end],
        },
        'order.failed': {
          target: 'idle',
          actions: [{ type: 'say', params: ({ event: { reason } }) => ({ text: reason }) }, ...end],
        },
        'simulator.cancel': cancelled,
      },
    },
    /** Waits for a connector's answer: it takes one putt at a time. */
    delivering: {
      always: [
        outOfUse,
        { guard: 'connector has not answered' },
        { guard: 'replay on screen', target: 'resting' },
        { target: 'idle', actions: [...end] },
      ],
      on: { 'simulator.cancel': cancelled },
    },
    /** Waits while the simulator shows a repeated shot. */
    resting: {
      always: outOfUse,
      after: { replayRest: { target: 'idle', actions: [...end] } },
      on: { 'simulator.cancel': cancelled },
    },
  },
});
