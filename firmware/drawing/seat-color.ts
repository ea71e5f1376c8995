// One colour for each seat; names stand beside them wherever they are used.

const SEAT_COLOR = ['#ffc84a', '#7cc8ff', '#ff9fc0', '#b9e96c'] as const;

/** `seat`: from 0; a fifth one has the colour of the first. */
export const seatColor = (seat: number): string => SEAT_COLOR[seat % SEAT_COLOR.length] ?? SEAT_COLOR[0];
