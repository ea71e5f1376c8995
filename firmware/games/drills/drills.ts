// The drills by their ids.

import type { DrillId } from '../../../wire/choices.ts';
import { arcStrength } from './arc-strength.ts';
import type { DrillSpec } from './drill.ts';
import { faceAngle } from './face-angle.ts';
import { faceRotation } from './face-rotation.ts';
import { makeDistance } from './make-distance.ts';

export const DRILLS: Readonly<Record<DrillId, DrillSpec>> = {
  distance: makeDistance,
  arc: arcStrength,
  rotation: faceRotation,
  face: faceAngle,
};
