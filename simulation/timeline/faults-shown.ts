// What somebody has broken around a device, on its timeline: it is no input of the firmware, so no recording has it.

import type { PanelDevice } from '../../sims/panel/panel-device.ts';

/** A lane shows this from a moment on; null for nothing any more. */
export type ShowOnLane = (at_ms: number, lane: string, name: string | null) => void;

/** For as long as the device is there. */
export function showFaults(
  { clock, rig, network, time_of_day }: Pick<PanelDevice, 'clock' | 'rig' | 'network' | 'time_of_day'>,
  show: ShowOnLane,
): void {
  const shown = new Map<string, string | null>();
  const look = (lane: string, name: string | null): void => {
    if (name === (shown.get(lane) ?? null)) return;
    shown.set(lane, name);
    show(clock.now_ms(), lane, name);
  };
  const lookAtAll = (): void => {
    if (rig) look('fault of the cable', ofCable(rig));
    if (network) look('fault of the network', ofNetwork(network));
    if (time_of_day) look('fault of the clock', ofClock(time_of_day.wrong_by_s()));
  };
  rig?.onChange(lookAtAll);
  network?.onSwitch(lookAtAll);
  time_of_day?.onSet(lookAtAll);
  lookAtAll();
}

function ofCable(rig: NonNullable<PanelDevice['rig']>): string | null {
  if (!rig.plugged()) return 'unplugged';
  return rig.fault() === 'ok' ? null : rig.fault();
}

function ofNetwork(network: NonNullable<PanelDevice['network']>): string | null {
  if (!network.joined()) return 'network left';
  if (!network.hasCloud()) return 'cloud cut';
  const { delay_ms, loss } = network.conditions();
  const said = [delay_ms > 0 ? `${delay_ms} ms late` : '', loss > 0 ? `${Math.round(loss * 100)} % lost` : ''];
  return said.filter((each) => each !== '').join(', ') || null;
}

const ofClock = (wrong_by_s: number): string | null =>
  wrong_by_s === 0 ? null : `clock ${Math.abs(wrong_by_s)} s ${wrong_by_s > 0 ? 'fast' : 'slow'}`;
