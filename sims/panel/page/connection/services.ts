// Services of one device, created once and used by the components.

import type { Actions } from './actions.ts';
import type { StorageInfo } from './api.ts';
import type { HeldKeys } from '../device/held-keys.ts';
import type { MachineChart } from '../machines/machine-chart.ts';
import type { Painter } from '../device/painter.ts';

export interface Services {
  readonly painter: Painter;
  readonly keys: HeldKeys;
  readonly actions: Actions;
  /** Returns the storage; null for a real device, which must be accessed by hand. */
  readonly storage: () => Promise<StorageInfo | null>;
  readonly chartOf: (machine: string, around: string) => Promise<MachineChart | null>;
  /** Touches a point, in pixels of the device's screen. */
  readonly touch: (x: number, y: number) => void;
  /** Sends text typed on the computer's keyboard, or pasted. */
  readonly type: (text: string) => void;
}
