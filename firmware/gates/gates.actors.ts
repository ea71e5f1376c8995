// Actor that stores aperture errors on the sensor board.

import { fromPromise } from 'xstate';
import type { ApertureErrors, Sensor } from '../../hal/sensor/sensor.ts';
import type { Result } from '../../wire/errors.ts';

export const storeFrom = (sensor: Sensor) =>
  fromPromise<Result<void>, Partial<ApertureErrors>>(({ input }) => sensor.storeApertures(input));
