// Direction of a vector, rounded: Math.atan2 may differ in its last bit between engines.

const FINEST = 1e-9;

/** Returns the direction of the vector (x, y), in degrees from x towards y, to a billionth of a degree. */
export const degreesOf = (x: number, y: number): number =>
  Math.round((Math.atan2(y, x) * 180) / Math.PI / FINEST) * FINEST;
