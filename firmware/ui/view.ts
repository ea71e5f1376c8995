// What a page is drawn from: the device's state as plain data, taken from its machines.

import type { CourseView } from '../machines/course.ts';
import type { DeviceContext } from '../machines/device.ts';
import type { ExtensionContext } from '../extension/extension.ts';
import type { SetContext } from '../machines/set.ts';
import type { NavigationContext } from '../machines/navigation.ts';

export interface DeviceView {
  /** Where the boot stands; '' once the device runs. */
  readonly booting: 'reading' | 'meeting' | '';
  readonly device: DeviceContext;
  readonly navigation: NavigationContext | null;
  readonly experience: SetContext | null;
  readonly extension: ExtensionContext | null;
  /** The round that is played here or followed; null for none, or before a host has one. */
  readonly course: CourseView | null;
  /** The newest putt still rolls, or its outcome is still shown. */
  readonly rolling: boolean;
  /** Writes to the flash since the start. */
  writes(): number;
}
