// Tells whether the sensor has finished its startup.

import type { SensorStatus } from '../../hal/sensor/sensor.ts';

/** True if the boot need not wait for the sensor any longer. */
export const isSettled = ({ link }: Pick<SensorStatus, 'link'>): boolean =>
  link !== 'opening' && link !== 'greeting' && link !== 'closed';
