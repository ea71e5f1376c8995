// Props of each pane.

import type { ConnectedDevice } from './connection/connect-device.ts';
import type { Moment } from './connection/moment.ts';
import type { PanelState } from './connection/panel.ts';

export interface PaneProps {
  readonly device: ConnectedDevice;
  readonly panel: PanelState;
  /** All devices on the page. */
  readonly devices: readonly ConnectedDevice[];
  readonly moment: Moment;
  /** Whether the strike pad is in the pane instead of with the device. */
  readonly with_pad: boolean;
}
