// What is set up once for each device and the components use.

import type { Actions } from './actions.ts';
import type { StorageLook } from './api.ts';
import type { HeldKeys } from '../device/held-keys.ts';
import type { MachineChart } from '../machines/machine-chart.ts';
import type { Painter } from '../device/painter.ts';

export interface Services {
  readonly painter: Painter;
  readonly keys: HeldKeys;
  readonly actions: Actions;
  /** What lies on the storage; null where somebody must go there. */
  readonly storage: () => Promise<StorageLook | null>;
  readonly chartOf: (machine: string) => Promise<MachineChart | null>;
  /** In pixels of the device's screen. */
  readonly touch: (x: number, y: number) => void;
  /** What was typed on the computer's keyboard, or pasted. */
  readonly type: (text: string) => void;
}
