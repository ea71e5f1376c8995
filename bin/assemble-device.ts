// A whole device in this process: firmware, the board under it, and (unless a real one is given) the virtual sensor board
// with its putter and golfer. Nothing here knows a page, a port of the network or a terminal.

import type { Clock } from '../hal/clock/clock.ts';
import type { Flash } from '../hal/flash/flash.ts';
import { createVirtualKeys } from '../hal/keys/keys-virtual.ts';
import { createVirtualLeds } from '../hal/leds/leds-virtual.ts';
import { createMemoryLog } from '../hal/log/log-memory.ts';
import type { Http } from '../hal/http/http.ts';
import type { Log } from '../hal/log/log.ts';
import type { Random } from '../hal/random/random.ts';
import { createMemoryScreen } from '../hal/screen/screen-memory.ts';
import { createSerialSensor } from '../hal/sensor/sensor-serial.ts';
import type { SerialPort } from '../hal/serial/serial.ts';
import { createVirtualSpeaker } from '../hal/speaker/speaker-virtual.ts';
import { createDevice, type Device } from '../firmware/device.ts';
import type { PanelDevice } from '../sims/panel/panel-device.ts';
import { createSensorRig, type SensorRig } from '../sims/sensor-board/sensor-rig.ts';

export interface DeviceParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly flash: Flash;
  /** Where log lines go besides the memory. */
  readonly log?: Log;
  /** A real sensor's port; the virtual board otherwise. */
  readonly sensor_port?: SerialPort;
  /** The cloud to play with; none where it is left out. */
  readonly cloud?: { readonly http: Http; readonly origin: string };
}

export interface AssembledDevice extends PanelDevice {
  readonly device: Device;
  stop(): Promise<void>;
}

/** Puts a device together and switches it on. */
export function startDevice({ clock, random, flash, log: also, sensor_port, cloud }: DeviceParts): AssembledDevice {
  const log = createMemoryLog(clock, also ? { also } : {});
  const screen = createMemoryScreen(clock);
  const keys = createVirtualKeys();
  const leds = createVirtualLeds(clock);
  const speaker = createVirtualSpeaker();
  const rig = sensor_port
    ? null
    : createSensorRig({ clock, random: random.fork('sensor'), wanted_speed_mps: () => device.wanted_speed_mps() });
  const sensor = createSerialSensor({ port: sensor_port ?? (rig as SensorRig).port, clock, log, host_name: 'tapin' });
  const device = createDevice({
    clock,
    random: random.fork('firmware'),
    log,
    flash,
    sensor,
    screen,
    keys,
    leds,
    speaker,
    cloud: cloud ?? null,
  });
  device.start();
  return {
    device,
    screen,
    keys,
    leds,
    speaker,
    log,
    rig,
    sensor_status: () => sensor.status(),
    async stop() {
      await device.stop();
      rig?.stop();
    },
  };
}
