// Converts a screen colour to the light of each colour of an LED.

/** Shares of full light, 0..1. */
export interface Light {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

const DARK: Light = { red: 0, green: 0, blue: 0 };

/**
 * Returns linear light. Screen values are gamma-encoded and an LED's duty cycle is not: unconverted, all four player
 * colours would look white. Formula: IEC 61966-2-1 (sRGB).
 * @param color `#rrggbb`; null is dark.
 */
export function lightOf(color: string | null): Light {
  if (color === null) return DARK;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(parseInt(color.slice(at, at + 2), 16) / 255));
  return { red, green, blue };
}

const linear = (share: number): number => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
