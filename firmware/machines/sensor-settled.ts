// Whether the sensor has said what it has to say at a start.

import type { SensorStatus } from '../../hal/sensor/sensor.ts';

/** The boot need not wait longer. */
export const isSettled = ({ link }: Pick<SensorStatus, 'link'>): boolean =>
  link !== 'opening' && link !== 'greeting' && link !== 'closed';
