// Built-in courses: the distance of each hole from its tee, in whole feet. A shorter round plays the first holes.

interface Course {
  readonly name: string;
  /** Eighteen holes of 3 to 100 feet. */
  readonly holes_ft: readonly number[];
  /** Whether the greens are those designed by hand: never flat. */
  readonly designed?: true;
}

export const COURSES: readonly Course[] = [
  { name: 'Front porch', holes_ft: [3, 4, 5, 4, 6, 5, 7, 6, 8, 4, 5, 6, 7, 5, 8, 6, 9, 10] },
  { name: 'Parkland', holes_ft: [12, 22, 8, 31, 15, 27, 10, 19, 36, 14, 25, 9, 33, 17, 28, 11, 21, 40] },
  { name: 'Links', holes_ft: [35, 18, 48, 27, 62, 22, 40, 30, 75, 33, 20, 52, 26, 58, 24, 44, 31, 80] },
  { name: 'Near and far', holes_ft: [4, 40, 5, 45, 6, 50, 7, 55, 8, 4, 42, 5, 47, 6, 52, 7, 57, 9] },
  { name: 'The staircase', holes_ft: [3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37] },
  {
    name: 'Nine greens',
    holes_ft: [9, 14, 22, 18, 30, 20, 26, 16, 24, 12, 18, 28, 24, 36, 15, 20, 25, 32],
    designed: true,
  },
];
