// Short names of faults around a device, to fit on a lane.

import type { Faults } from '../recordings/recorded-surroundings.ts';

/** Returns the name; null if there is no fault. */
export function faultName(faults: Faults): string | null {
  if (faults.where === 'cable') {
    if (!faults.plugged) return 'unplugged';
    return faults.fault === 'ok' ? null : faults.fault;
  }
  if (faults.where === 'clock') {
    const { wrong_by_s } = faults;
    return wrong_by_s === 0 ? null : `clock ${Math.abs(wrong_by_s)} s ${wrong_by_s > 0 ? 'fast' : 'slow'}`;
  }
  const { joined, cloud, delay_ms, loss } = faults;
  if (!joined) return 'network left';
  if (!cloud) return 'cloud cut';
  const conditions = [delay_ms > 0 ? `${delay_ms} ms late` : '', loss > 0 ? `${Math.round(loss * 100)} % lost` : ''];
  return conditions.filter((each) => each !== '').join(', ') || null;
}
