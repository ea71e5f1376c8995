// Size of the screen that all drawing is laid out for, in pixels.

export const WIDTH = 480;
export const HEIGHT = 320;
