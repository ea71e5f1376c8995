// Shared by all machines: the parent they report to, the step limit, their types, and slots that throw until filled.

import {
  fromCallback,
  fromPromise,
  type ActorRef,
  type EventObject,
  type NonReducibleUnknown,
  type Snapshot,
} from 'xstate';

/** Parent that a machine reports to. It accepts at least these events; reporting an unknown event is a type error. */
export type ReportsTo<E extends EventObject> = ActorRef<Snapshot<unknown>, E>;

/** Makes an endless self-transition throw instead of hanging the device. */
export const MACHINE_OPTIONS = { maxIterations: 100 } as const;

const notFilled = (machine: string, slot: string) => (): never => {
  throw new Error(`actor slot ${slot} of the ${machine} machine is not provided`);
};

/** Declares the actor slots of a machine. The device fills them when it is assembled; an unfilled slot throws. */
export const slotsOf = (machine: string) => ({
  promise: <Output, Input extends NonReducibleUnknown = NonReducibleUnknown>(slot: string) =>
    fromPromise<Output, Input>(notFilled(machine, slot)),
  callback: <E extends EventObject, Input extends NonReducibleUnknown = NonReducibleUnknown>(slot: string) =>
    fromCallback<E, Input>(notFilled(machine, slot)),
});

/** Declares the `types` of a machine. It has no runtime value: xstate reads only the type. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unnecessary-type-parameters -- only its type is used; the object is never read
export const typeOnly = <Types extends object>(): Types => ({}) as Types;

/** Keys that reach play. Back belongs to the page. */
export type PlayKey = 'up' | 'down' | 'left' | 'right' | 'ok';

/** Key event sent to play. */
export interface KeyEvent {
  readonly type: `key.${PlayKey}`;
  /** True if the key is held. */
  readonly repeats?: boolean;
}
