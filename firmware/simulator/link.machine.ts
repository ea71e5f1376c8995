// Direct connection to a simulator (`simdirect`): kept open, since GSPconnect serves no second client after the first
// disconnects. Sends a ready message first, then each shot once; a missing acknowledgement is only shown.

import { assign, cancel, enqueueActions, sendTo, setup } from 'xstate';
import { MACHINE_OPTIONS, slotsOf, typeOnly, type ReportsTo } from '../machine.ts';
import type { TcpAddress } from '../../hal/tcp/tcp.ts';
import {
  ACK_WAIT_MS,
  HEARTBEAT_EVERY_MS,
  isAnswer,
  linkContext,
  NO_LINK,
  reconnectDelayMs,
  withClosed,
  withDialled,
  withReceived,
  withLost,
  withOpened,
  withSent,
  withUnanswered,
  withWritten,
  type LinkContext,
  type LinkView,
  type MessageKind,
} from './link.ts';
import { readyText, shotText, type SimMessage } from './open-connect.ts';
import type { SimShot } from './shots.ts';

type SocketEvent =
  | { readonly type: 'socket.open' }
  | { readonly type: 'socket.message'; readonly message: SimMessage; readonly at_ms: number }
  /** The message has just been sent. */
  | { readonly type: 'socket.wrote'; readonly what: MessageKind }
  /** `reason`: '' if the other side closed the connection cleanly. */
  | { readonly type: 'socket.closed'; readonly reason: string };

/** A message, sent as a single write with a pause after the previous one. */
export interface SocketWrite {
  readonly type: 'socket.write';
  readonly what: MessageKind;
  /** Number of the newest shot, from 1. */
  readonly number: number;
  readonly text: string;
}

type LinkEvent =
  | SocketEvent
  /** `number`: number of the newest shot, from 1. */
  | { readonly type: 'link.connect'; readonly address: TcpAddress; readonly number: number }
  | { readonly type: 'link.disconnect' }
  /** The network is available again: reconnects without waiting. */
  | { readonly type: 'link.joined' }
  /** The next ready message is due. */
  | { readonly type: 'link.beat' }
  | { readonly type: 'link.shot'; readonly shot: SimShot };

/** Status of one transport, sent to the simulator machine. */
export type LinkReport = {
  readonly type: 'simulator.told';
  readonly of: 'simdirect' | 'simport';
  readonly link: LinkView;
};

export interface LinkInput {
  readonly parent: ReportsTo<LinkReport>;
}

type On<T extends LinkEvent['type']> = Extract<LinkEvent, { type: T }>;

/** Id of the delayed event for the next ready message. */
const BEAT = 'beat';

const shotOf = ({ event }: { event: On<'link.shot'> }) => event;
const messageOf = ({ event }: { event: On<'socket.message'> }) => event;
const receiveMessage = [{ type: 'hear', params: messageOf }, 'tell'] as const;
const dial = {
  target: 'dialled',
  reenter: true,
  actions: { type: 'take', params: ({ event }: { event: On<'link.connect'> }) => event },
} as const;

export const linkMachine = setup({
  types: typeOnly<{ input: LinkInput; context: LinkContext & LinkInput; events: LinkEvent }>(),
  actors: {
    dial: slotsOf('simulator link').callback<SocketWrite, TcpAddress>('dial'),
  },
  actions: {
    take: assign((_, { address, number }: On<'link.connect'>) => ({ address, number, failures: 0 })),
    begin: assign(({ context }) => withDialled(context)),
    open: assign(({ context }) => withOpened(context)),
    forget: assign({ view: NO_LINK }),
    close: assign(({ context }, { reason }: On<'socket.closed'>) => withClosed(context, reason)),
    hear: assign(({ context }, { message, at_ms }: On<'socket.message'>) => withReceived(context, message, at_ms)),
    shoot: assign(({ context }, { shot }: On<'link.shot'>) => withSent(context, shot)),
    lose: assign(({ context }, { shot }: On<'link.shot'>) => withLost(context, shot)),
    noteWritten: assign(({ context }, { what }: On<'socket.wrote'>) => withWritten(context, what)),
    noteUnanswered: assign(({ context }) => withUnanswered(context)),
    beat: assign({ failures: 0, owes_ready: true }),
    writeOwedReady: enqueueActions(({ context: { owes_ready, number }, enqueue }) => {
      if (!owes_ready) return;
      const ready: SocketWrite = { type: 'socket.write', what: 'ready', number, text: readyText(number) };
      enqueue.assign({ owes_ready: false });
      enqueue.sendTo('socket', ready);
      enqueue.raise({ type: 'link.beat' }, { delay: HEARTBEAT_EVERY_MS, id: BEAT });
    }),
    writeShot: sendTo('socket', ({ context }, { shot }: On<'link.shot'>): SocketWrite => ({
      type: 'socket.write',
      what: 'shot',
      number: context.number,
      text: shotText(shot, context.number),
    })),
    tell: sendTo(
      ({ context }) => context.parent,
      ({ context: { view } }) => ({ type: 'simulator.told' as const, of: 'simdirect' as const, link: view }),
    ),
  },
  guards: {
    'address changed': ({ context: { address } }, { address: wanted }: On<'link.connect'>) =>
      address.host !== wanted.host || address.port !== wanted.port,
    'answers the shot': ({ context }, { message }: On<'socket.message'>) => isAnswer(context, message),
  },
  delays: {
    ackWait: ACK_WAIT_MS,
    reconnectDelay: ({ context }) => reconnectDelayMs(context),
  },
}).createMachine({
  id: 'simulator_link',
  options: MACHINE_OPTIONS,
  context: ({ input }) => ({ ...input, ...linkContext() }),
  initial: 'off',
  on: {
    'link.shot': { actions: [{ type: 'lose', params: shotOf }, 'tell'] },
    'link.connect': [
      { ...dial, target: '.dialled', guard: { type: 'address changed', params: ({ event }) => event } },
      { actions: 'tell' },
    ],
    'link.disconnect': { target: '.off' },
  },
  states: {
    off: {
      entry: ['forget', 'tell'],
      on: { 'link.connect': dial },
    },
    dialled: {
      entry: ['begin', 'tell'],
      exit: cancel(BEAT),
      invoke: { src: 'dial', id: 'socket', input: ({ context }) => context.address },
      on: {
        'socket.wrote': { actions: { type: 'noteWritten', params: ({ event }) => event } },
        'socket.closed': {
          target: 'waiting',
          actions: [{ type: 'close', params: ({ event }) => event }, 'tell'],
        },
      },
      initial: 'connecting',
      states: {
        connecting: { on: { 'socket.open': { target: 'connected', actions: ['open', 'tell'] } } },
        connected: {
          entry: 'writeOwedReady',
          on: {
            'link.beat': { target: 'connected', reenter: true, actions: 'beat' },
            'socket.message': { actions: receiveMessage },
            'link.shot': {
              target: 'acknowledging',
              actions: [{ type: 'shoot', params: shotOf }, { type: 'writeShot', params: shotOf }, 'tell'],
            },
          },
        },
        acknowledging: {
          on: {
            'link.beat': { actions: 'beat' },
            'socket.message': [
              { guard: { type: 'answers the shot', params: messageOf }, target: 'connected', actions: receiveMessage },
              { actions: receiveMessage },
            ],
            'link.shot': {
              target: 'acknowledging',
              reenter: true,
              actions: [
                'writeOwedReady',
                { type: 'shoot', params: shotOf },
                { type: 'writeShot', params: shotOf },
                'tell',
              ],
            },
          },
          after: { ackWait: { target: 'connected', actions: ['noteUnanswered', 'tell'] } },
        },
      },
    },
    waiting: { after: { reconnectDelay: 'dialled' }, on: { 'link.joined': 'dialled' } },
  },
});
