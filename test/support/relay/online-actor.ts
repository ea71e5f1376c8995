// All of online play with the test acting as the relay: a device that is offline, a host, or a guest.

import type { AnyEventObject } from 'xstate';
import * as v from 'valibot';
import { guestMachine } from '../../../firmware/online/guest.machine.ts';
import { hostMachine } from '../../../firmware/online/host.machine.ts';
import { clockSyncFrom } from '../../../firmware/online/online.actors.ts';
import { onlineMachine, type OnlineEvent } from '../../../firmware/online/online.machine.ts';
import type { OnlinePersisted, OnlineStart, SessionView } from '../../../firmware/online/online.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import type { RelayAnswer } from '../../../wire/relay/answers.ts';
import type { Experience } from '../../../wire/relay/shapes.ts';
import { IDENTITY, SELF, openLoop, stateOf, type Loop } from './relay-loop.ts';
import { readAs } from '../read-json.ts';

export const EXP: Experience = { mode: 11, gen: 4, cfg: {} };
export const STATE = stateOf({ exp: EXP });
const START: OnlineStart = { identity: IDENTITY, boot: 'b7', role: 'off', stopping: false, code: '', rounds: [] };
export const PERSISTED: OnlinePersisted = { self: SELF, exp: EXP, input_seq: 7 };
export const started: Partial<RelayAnswer> = { code: 'ABC123', next_seq: 8, state: STATE };
export const joined: Partial<RelayAnswer> = { code: 'ABC123', label: 'Silver Violin', host_label: 'Stout Parrot', host_name: 'Den', state: STATE }; // oxfmt-ignore

/** Event for the parent, with its fields. */
interface ParentEvent extends Omit<AnyEventObject, 'type'> {
  readonly kind: string;
}

export interface Online extends Omit<Loop, 'send'> {
  send(event: OnlineEvent): void;
  view(): SessionView;
  /** Returns the roles of the device in order: `host`, `guest ABC123`, `off`. */
  roles(): readonly string[];
  news(): readonly ParentEvent[];
}

export function openOnline(given: Partial<OnlineStart> = {}, clock = createVirtualClock()): Online {
  const loop = openLoop(
    { persisted: PERSISTED, start: { ...START, ...given } },
    (ask, clock) => {
      const actors = {
        host: hostMachine.provide({ actors: { ask } }),
        guest: guestMachine.provide({ actors: { ask } }),
      };
      return onlineMachine.provide({ actors: { ask, clockSync: clockSyncFrom(clock), ...actors } });
    },
    clock,
  );
  return {
    ...loop,
    view: () => loop.context().view,
    roles: () =>
      loop.parent_events
        .filter(({ type }) => type === 'device.change')
        .map(({ change }) =>
          readAs(v.object({ kind: v.string(), role: v.optional(v.string()), code: v.string() }), change),
        )
        .filter(({ kind }) => kind === 'set_online')
        .map(({ role, code }) => `${role} ${code}`.trim()),
    news: () =>
      loop.parent_events.flatMap(({ type, ...rest }) => {
        if (type === 'device.note') return [{ kind: 'note', ...rest }];
        return type.startsWith('session.') ? [{ kind: type.slice('session.'.length), ...rest }] : [];
      }),
  };
}

export function hosting(): Online {
  const online = openOnline({ role: 'host' });
  online.open().answer(started);
  online.fresh();
  return online;
}

export function visiting(): Online {
  const online = openOnline({ role: 'guest', code: 'ABC123' });
  online.open().answer(joined);
  online.fresh();
  return online;
}
