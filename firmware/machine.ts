// What every machine has in common: whom it reports to, how many steps it may take at once, its types, and slots that nobody has filled.

import {
  fromCallback,
  fromPromise,
  type ActorRef,
  type EventObject,
  type NonReducibleUnknown,
  type Snapshot,
} from 'xstate';

/** Whoever a machine reports to. It takes these events, and maybe others: a report that it does not know is an error of types. */
export type ReportsTo<E extends EventObject> = ActorRef<Snapshot<unknown>, E>;

/** A transition that leads to itself without end throws instead of hanging the device. */
export const MACHINE_OPTIONS = { maxIterations: 100 } as const;

const notFilled = (machine: string, slot: string) => (): never => {
  throw new Error(`the actor slot ${slot} of the ${machine} is not filled`);
};

/** Slots of a machine for what its ports do; whoever puts the device together fills them, and one that is not filled throws. */
export const slotsOf = (machine: string) => ({
  promise: <Output, Input extends NonReducibleUnknown = NonReducibleUnknown>(slot: string) =>
    fromPromise<Output, Input>(notFilled(machine, slot)),
  callback: <E extends EventObject, Input extends NonReducibleUnknown = NonReducibleUnknown>(slot: string) =>
    fromCallback<E, Input>(notFilled(machine, slot)),
});

/** What a machine's `types` say. There is no value: xstate reads the type alone. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unnecessary-type-parameters -- nobody looks at the object
export const typeOnly = <Types extends object>(): Types => ({}) as Types;

/** Keys that reach play: Back is the page's. */
export type PlayKey = 'up' | 'down' | 'left' | 'right' | 'ok';

/** A key as play takes it. */
export interface KeyEvent {
  readonly type: `key.${PlayKey}`;
  /** The key is held. */
  readonly repeats?: boolean;
}
