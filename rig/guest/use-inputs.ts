// Runs in the machine: has the kernel create a knob and a multitouch screen, which QEMU lacks, and uses each once.

import { setTimeout as sleep } from 'node:timers/promises';
import {
  ABS_MT_POSITION_X,
  ABS_MT_POSITION_Y,
  ABS_MT_SLOT,
  ABS_MT_TRACKING_ID,
  BTN_TOUCH,
  EV_ABS,
  EV_KEY,
  EV_REL,
  REL_DIAL,
} from '../../hal/keys/input-codes.ts';
import { createKernelInput, type KernelInput } from '../../sims/inputs/uinput.ts';

/** Time for the device to find a new input, and to read its events. */
const SETTLE_MS = 4000;

const INPUTS: Readonly<Record<string, () => KernelInput>> = {
  knob: () => createKernelInput({ name: 'knob of the rig', keys: [], knobs: [REL_DIAL] }),
  fingers: () => {
    const axes = [
      [ABS_MT_SLOT, 4],
      [ABS_MT_POSITION_X, 799],
      [ABS_MT_POSITION_Y, 479],
      [ABS_MT_TRACKING_ID, 65_535],
    ] as const;
    return createKernelInput({ name: 'touch screen of the rig', keys: [BTN_TOUCH], axes });
  },
};

/**
 * Sends one use. `knob 1`: one step forward. `fingers 400 240`: one finger there, and another elsewhere before it is
 * lifted.
 */
function use(name: string, { send }: KernelInput, [first = 0, second = 0]: readonly number[]): void {
  if (name === 'knob') return send([EV_REL, REL_DIAL, first]);
  const finger = (slot: number, id: number): [number, number, number][] => [
    [EV_ABS, ABS_MT_SLOT, slot],
    [EV_ABS, ABS_MT_TRACKING_ID, id],
  ];
  send(...finger(0, 1), [EV_ABS, ABS_MT_POSITION_X, first], [EV_ABS, ABS_MT_POSITION_Y, second], [EV_KEY, BTN_TOUCH, 1]); // oxfmt-ignore
  send(...finger(1, 2), [EV_ABS, ABS_MT_POSITION_X, 700], [EV_ABS, ABS_MT_POSITION_Y, 440]);
  send(...finger(1, -1), ...finger(0, -1), [EV_KEY, BTN_TOUCH, 0]);
}

const [name = '', ...words] = process.argv.slice(2);
const numbers = words.map(Number);
const input = INPUTS[name]?.();
if (!input) throw new Error(`${name} is not an input; allowed are knob and fingers.`);
await sleep(SETTLE_MS);
use(name, input, numbers);
await sleep(SETTLE_MS);
input.unplug();
