// One colour per seat; screens always show the name next to it.

const SEAT_COLOR = ['#ffc84a', '#7cc8ff', '#ff9fc0', '#b9e96c'] as const;

/** Returns the colour of a seat. `seat` counts from 0; the fifth seat reuses the first colour. */
export const seatColor = (seat: number): string => SEAT_COLOR[seat % SEAT_COLOR.length] ?? SEAT_COLOR[0];
