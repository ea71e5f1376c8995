// Records events around a device, below its firmware: putter strokes, faults and repairs. A player ignores them, since
// their effects are recorded too; pages, traces and scenarios show them.

import * as v from 'valibot';
import type { PanelDevice } from '../../sims/panel/panel-device.ts';
import type { RecorderProxy } from './recorder-proxy.ts';

const faultShape = v.variant('where', [
  v.object({ where: v.literal('cable'), fault: v.string(), plugged: v.boolean() }),
  v.object({
    where: v.literal('network'),
    joined: v.boolean(),
    cloud: v.boolean(),
    delay_ms: v.number(),
    loss: v.number(),
  }),
  v.object({ where: v.literal('clock'), wrong_by_s: v.number() }),
]);

/** Faults that can occur in one place. */
export type Faults = v.InferOutput<typeof faultShape>;

/** State of each place without faults. */
export const MENDED: Readonly<Record<Faults['where'], Faults>> = {
  cable: { where: 'cable', fault: 'ok', plugged: true },
  network: { where: 'network', joined: true, cloud: true, delay_ms: 0, loss: 0 },
  clock: { where: 'clock', wrong_by_s: 0 },
};

/** Reads recorded faults; null if invalid. `value`: the value after the name in the recording. */
export function readFaults(value: unknown): Faults | null {
  const read = v.safeParse(faultShape, value);
  return read.success ? read.output : null;
}

type Surroundings = Pick<PanelDevice, 'rig' | 'network' | 'time_of_day'>;

/** Records the surroundings for the lifetime of the device. */
export function recordSurroundings(
  proxy: Pick<RecorderProxy, 'enter'>,
  { rig, network, time_of_day }: Surroundings,
): void {
  const written = new Map(Object.values(MENDED).map((faults) => [faults.where, JSON.stringify(faults)]));
  const write = (faults: Faults): void => {
    const text = JSON.stringify(faults);
    if (text === written.get(faults.where)) return;
    written.set(faults.where, text);
    proxy.enter('fault', [faults]);
  };
  const recordFaults = (): void => {
    if (rig) write({ where: 'cable', fault: rig.fault(), plugged: rig.plugged() });
    if (network) {
      const { delay_ms, loss } = network.conditions();
      write({ where: 'network', joined: network.joined(), cloud: network.hasCloud(), delay_ms, loss });
    }
    if (time_of_day) write({ where: 'clock', wrong_by_s: time_of_day.wrong_by_s() });
  };
  rig?.onChange(recordFaults);
  rig?.onStroke((stroke) => proxy.enter('stroke', [stroke]));
  network?.onSwitch(recordFaults);
  time_of_day?.onSet(recordFaults);
  recordFaults();
}
