// Runs an extension: checks its script against the hash, runs it in an isolate and shows what it draws. An error ends
// only the extension; a strike after that is reported as a note.

import { assign, enqueueActions, sendTo, setup } from 'xstate';
import type { Strike } from '../../hal/sensor/sensor.ts';
import type { HostAnswer, HostRequest } from '../extension-runtime/host.ts';
import { shotOf } from '../forwarding/shot.ts';
import type { ShotTarget } from '../../wire/shot/message.ts';
import type { PersistedChange } from '../persisted/changes.ts';
import type { Installed } from '../persisted/extensions.ts';
import type { ForwardedShot } from '../forwarding/shot.ts';
import type { KeyPhase } from '../extension-runtime/prelude.ts';
import { MACHINE_OPTIONS, slotsOf, typeOnly, type KeyEvent, type PlayKey, type ReportsTo } from '../machine.ts';
import { messageOf } from '../../wire/errors.ts';
import { extensionContext, withAnswer, type ExtensionContext, type ExtensionInput } from './extension.ts';

type Unstamped<R> = R extends unknown ? Omit<R, 'now_ms'> : never;

/** Request from the machine; the actor adds the time. */
export interface ScriptRequest {
  readonly type: 'script.request';
  readonly request:
    | Unstamped<Extract<HostRequest, { kind: 'call' }>>
    /** Complete strike, since it may be forwarded. */
    | { readonly kind: 'strike'; readonly strike: Strike };
}

export type ScriptEvent =
  /** `unix_s`: 0 if the clock was not synced. */
  | { readonly type: 'script.answered'; readonly answer: HostAnswer; readonly unix_s: number }
  /** The extension declared a target for this strike by the player at this index. */
  | {
      readonly type: 'script.shot';
      readonly strike: Strike;
      readonly target: ShotTarget;
      readonly player: number;
    }
  /** The isolate has ended. `reason`: one sentence. */
  | { readonly type: 'script.gone'; readonly reason: string };

type ExtensionEvent =
  | ScriptEvent
  | { readonly type: 'sensor.strike'; readonly strike: Strike }
  | KeyEvent
  | { readonly type: 'extension.release'; readonly key: PlayKey };

/** Events sent to the play machine. */
export type ExtensionReport =
  | { readonly type: 'device.change'; readonly change: PersistedChange }
  | { readonly type: 'device.note'; readonly text: string }
  | { readonly type: 'forwarder.shot'; readonly shot: ForwardedShot };

interface Reports {
  readonly parent: ReportsTo<ExtensionReport>;
}

const slots = slotsOf('extension');

type On<T extends ExtensionEvent['type']> = Extract<ExtensionEvent, { type: T }>;

const key = (name: PlayKey) =>
  ({ type: 'key', params: ({ event: { repeats = false } }: { event: KeyEvent }) => ({ name, repeats }) }) as const;

const keyRequest = (name: PlayKey, phase: KeyPhase): ScriptRequest => ({
  type: 'script.request',
  request: { kind: 'call', callback: 'key', args: [name, phase] },
});

const answerOf = ({ event }: { event: On<'script.answered'> }) => event;

export const extensionMachine = setup({
  types: typeOnly<{ input: ExtensionInput & Reports; context: ExtensionContext & Reports; events: ExtensionEvent }>(),
  actors: {
    readText: slots.promise<string, Installed>('readText'),
    script: slots.callback<ScriptRequest, ExtensionInput & { readonly text: string }>('script'),
  },
  actions: {
    takeText: assign((_, { text }: { text: string }) => ({ text })),
    takeAnswer: assign(({ context }, { answer, unix_s }: On<'script.answered'>) => withAnswer(context, answer, unix_s)),
    fail: assign((_, { message }: { message: string }) => ({
      failure: { message, line: null, callback: null, calls: [] },
    })),
    keep: enqueueActions(({ context: { added, installed, parent }, enqueue }) => {
      if (added)
        enqueue.sendTo(parent, {
          type: 'device.change',
          change: { kind: 'add_extension_data', code: installed.code, added },
        });
    }),
    strike: sendTo('script', (_, { strike }: On<'sensor.strike'>): ScriptRequest => ({
      type: 'script.request',
      request: { kind: 'strike', strike },
    })),
    /** Sends a key to the extension; a repeat counts as a press if the extension did not see the key pressed. */
    key: enqueueActions(({ context: { held }, enqueue }, { name, repeats }: { name: PlayKey; repeats: boolean }) => {
      enqueue.sendTo('script', keyRequest(name, repeats && held.includes(name) ? 'repeat' : 'down'));
      enqueue.assign({ held: [...held.filter((each) => each !== name), name] });
    }),
    release: enqueueActions(({ context: { held }, enqueue }, { key }: On<'extension.release'>) => {
      if (!held.includes(key)) return;
      enqueue.sendTo('script', keyRequest(key, 'up'));
      enqueue.assign({ held: held.filter((each) => each !== key) });
    }),
    offerShot: enqueueActions(
      ({ context: { installed, persisted, parent }, enqueue }, { strike, target, player }: On<'script.shot'>) => {
        const { code, name } = installed;
        const striker = persisted.players[player];
        const shot =
          striker && shotOf({ game: `extension:${code}`, game_name: name }, strike, striker, persisted, target);
        if (shot) enqueue.sendTo(parent, { type: 'forwarder.shot', shot });
      },
    ),
    tellUnused: sendTo(({ context }) => context.parent, {
      type: 'device.note',
      text: 'Putt ignored: the extension has stopped.',
    }),
  },
  guards: {
    'script failed': (_, { answer }: On<'script.answered'>) => answer.failure !== null,
  },
}).createMachine({
  id: 'extension',
  options: MACHINE_OPTIONS,
  context: ({ input }) => ({ ...extensionContext(input), parent: input.parent }),
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        src: 'readText',
        input: ({ context }) => context.installed,
        onDone: { target: 'running', actions: { type: 'takeText', params: ({ event }) => ({ text: event.output }) } },
        onError: {
          target: 'stopped',
          actions: { type: 'fail', params: ({ event }) => ({ message: messageOf(event.error) }) },
        },
      },
    },
    running: {
      invoke: { src: 'script', id: 'script', input: ({ context }) => context },
      on: {
        'script.answered': [
          {
            guard: { type: 'script failed', params: answerOf },
            target: 'stopped',
            actions: [{ type: 'takeAnswer', params: answerOf }, 'keep'],
          },
          { actions: [{ type: 'takeAnswer', params: answerOf }, 'keep'] },
        ],
        'script.shot': { actions: { type: 'offerShot', params: ({ event }) => event } },
        'script.gone': {
          target: 'stopped',
          actions: { type: 'fail', params: ({ event: { reason } }) => ({ message: reason }) },
        },
        'sensor.strike': { actions: { type: 'strike', params: ({ event }) => event } },
        'key.up': { actions: key('up') },
        'key.down': { actions: key('down') },
        'key.left': { actions: key('left') },
        'key.right': { actions: key('right') },
        'key.ok': { actions: key('ok') },
        'extension.release': { actions: { type: 'release', params: ({ event }) => event } },
      },
    },
    stopped: { on: { 'sensor.strike': { actions: 'tellUnused' } } },
  },
});
