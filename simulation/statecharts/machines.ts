// All machines of the firmware, including those that never run. A new machine needs an import and a line here.

import type { AnyStateMachine } from 'xstate';
import { audioMachine } from '../../firmware/audio/audio.machine.ts';
import { calibrationMachine } from '../../firmware/calibration/calibration.machine.ts';
import { extensionMachine } from '../../firmware/extension/extension.machine.ts';
import { updateMachine } from '../../firmware/extension/update.machine.ts';
import { forwarderMachine } from '../../firmware/forwarding/forwarder.machine.ts';
import { gatesMachine } from '../../firmware/gates/gates.machine.ts';
import { installerMachine } from '../../firmware/images/installer.machine.ts';
import { policyMachine } from '../../firmware/images/policy.machine.ts';
import { deviceMachine } from '../../firmware/machines/device.machine.ts';
import { guestMachine } from '../../firmware/online/guest.machine.ts';
import { hostMachine } from '../../firmware/online/host.machine.ts';
import { onlineMachine } from '../../firmware/online/online.machine.ts';
import { navigationMachine } from '../../firmware/pages/navigation.machine.ts';
import { playMachine } from '../../firmware/play/play.machine.ts';
import { roundMachine } from '../../firmware/play/round.machine.ts';
import { setMachine } from '../../firmware/play/set.machine.ts';
import { visitMachine } from '../../firmware/play/visit.machine.ts';
import { connectorMachine } from '../../firmware/simulator/connector.machine.ts';
import { linkMachine } from '../../firmware/simulator/link.machine.ts';
import { simulatorMachine } from '../../firmware/simulator/simulator.machine.ts';
import { touchscreenMachine } from '../../firmware/touchscreen/touchscreen.machine.ts';
import { wifiMachine } from '../../firmware/wifi/wifi.machine.ts';

export interface FirmwareMachine {
  /** Path in the repository. */
  readonly file: string;
  readonly machine: AnyStateMachine;
}

/** Ordered by file. */
export const FIRMWARE_MACHINES: readonly FirmwareMachine[] = [
  { file: 'firmware/audio/audio.machine.ts', machine: audioMachine },
  { file: 'firmware/calibration/calibration.machine.ts', machine: calibrationMachine },
  { file: 'firmware/extension/extension.machine.ts', machine: extensionMachine },
  { file: 'firmware/extension/update.machine.ts', machine: updateMachine },
  { file: 'firmware/forwarding/forwarder.machine.ts', machine: forwarderMachine },
  { file: 'firmware/gates/gates.machine.ts', machine: gatesMachine },
  { file: 'firmware/images/installer.machine.ts', machine: installerMachine },
  { file: 'firmware/images/policy.machine.ts', machine: policyMachine },
  { file: 'firmware/machines/device.machine.ts', machine: deviceMachine },
  { file: 'firmware/online/guest.machine.ts', machine: guestMachine },
  { file: 'firmware/online/host.machine.ts', machine: hostMachine },
  { file: 'firmware/online/online.machine.ts', machine: onlineMachine },
  { file: 'firmware/pages/navigation.machine.ts', machine: navigationMachine },
  { file: 'firmware/play/play.machine.ts', machine: playMachine },
  { file: 'firmware/play/round.machine.ts', machine: roundMachine },
  { file: 'firmware/play/set.machine.ts', machine: setMachine },
  { file: 'firmware/play/visit.machine.ts', machine: visitMachine },
  { file: 'firmware/simulator/connector.machine.ts', machine: connectorMachine },
  { file: 'firmware/simulator/link.machine.ts', machine: linkMachine },
  { file: 'firmware/simulator/simulator.machine.ts', machine: simulatorMachine },
  { file: 'firmware/touchscreen/touchscreen.machine.ts', machine: touchscreenMachine },
  { file: 'firmware/wifi/wifi.machine.ts', machine: wifiMachine },
];
