// Presses keys and touches the screen of the machine, which finds them as a keyboard and a tablet on its PCI bus.

import type { Result } from '../../wire/errors.ts';
import type { JsonFields } from '../../wire/json-fields.ts';
import type { Calls } from '../machine/calls.ts';
import { SCREEN_HEIGHT, SCREEN_WIDTH } from '../../hal/screen/screen.ts';

/** Taps a key. `key`: a QKeyCode of QEMU, such as `up`, `ret`, `f1`. Errors: `rig_failed`. */
export async function tapKey(qmp: Calls, key: string): Promise<Result<unknown>> {
  const down = await setKey(qmp, key, true);
  return down.ok ? setKey(qmp, key, false) : down;
}

/** Coordinate of the tablet's far corner. */
const FAR = 0x7fff;

/** Touches the picture at a point, in pixels from its upper left corner. Errors: `rig_failed`. */
export async function tapScreen(qmp: Calls, x: number, y: number): Promise<Result<unknown>> {
  const moved = await send(qmp, [axis('x', (x / SCREEN_WIDTH) * FAR), axis('y', (y / SCREEN_HEIGHT) * FAR)]);
  if (!moved.ok) return moved;
  const down = await send(qmp, [button(true)]);
  return down.ok ? send(qmp, [button(false)]) : down;
}

export const setKey = (qmp: Calls, key: string, down: boolean): Promise<Result<unknown>> =>
  send(qmp, [{ type: 'key', data: { down, key: { type: 'qcode', data: key } } }]);

const axis = (name: 'x' | 'y', value: number): JsonFields => ({
  type: 'abs',
  data: { axis: name, value: Math.round(value) },
});
const button = (down: boolean): JsonFields => ({ type: 'btn', data: { down, button: 'left' } });

const send = (qmp: Calls, events: readonly JsonFields[]): Promise<Result<unknown>> =>
  qmp.call('input-send-event', { events });
