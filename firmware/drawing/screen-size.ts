// The size of the screen for which everything is drawn, pixels.

export const WIDTH = 480;
export const HEIGHT = 320;
