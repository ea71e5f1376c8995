// What each pane is given.

import type { ConnectedDevice } from './connection/connect-device.ts';
import type { Panel } from './connection/panel.ts';

export interface PaneProps {
  readonly device: ConnectedDevice;
  readonly panel: Panel;
  /** All of the page. */
  readonly devices: readonly ConnectedDevice[];
  /** Whether the strike pad is here, and not with the device. */
  readonly with_pad: boolean;
}
