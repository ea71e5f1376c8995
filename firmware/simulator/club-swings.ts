// Full swings of the club selector, 0 to 31 (C44). The spec gives the numbers no meaning; this order and these shots
// are this project's choice. They match published averages of professional women (driver, 3, 5 and 7 wood, irons 4 to
// 9, pitching wedge); values in between are interpolated, and the last five are three-quarter and half swings.

interface ClubSwing {
  readonly name: string;
  readonly club_mph: number;
  readonly ball_mph: number;
  readonly launch_deg: number;
  readonly spin_rpm: number;
}

const swing = (name: string, club_mph: number, ball_mph: number, launch_deg: number, spin_rpm: number): ClubSwing => ({
  name,
  club_mph,
  ball_mph,
  launch_deg,
  spin_rpm,
});

export const CLUB_SWINGS: readonly ClubSwing[] = [
  swing('Driver', 94, 140, 13.2, 2611),
  swing('2-wood', 92, 136, 12, 2650),
  swing('3-wood', 90, 132, 11.2, 2704),
  swing('4-wood', 89, 130, 11.6, 3600),
  swing('5-wood', 88, 128, 12.1, 4501),
  swing('6-wood', 86, 125, 12.4, 4600),
  swing('7-wood', 85, 123, 12.7, 4693),
  swing('2-hybrid', 88, 128, 11.5, 3800),
  swing('3-hybrid', 87, 126, 12, 4200),
  swing('4-hybrid', 85, 123, 12.7, 4500),
  swing('5-hybrid', 83, 120, 13.5, 4700),
  swing('6-hybrid', 81, 117, 14.1, 4800),
  swing('7-hybrid', 79, 113, 15, 5100),
  swing('1-iron', 84, 124, 12, 4200),
  swing('2-iron', 83, 121, 12.8, 4400),
  swing('3-iron', 81, 118, 13.6, 4600),
  swing('4-iron', 80, 116, 14.3, 4801),
  swing('5-iron', 79, 112, 14.8, 5081),
  swing('6-iron', 78, 109, 17.1, 5943),
  swing('7-iron', 76, 104, 19, 6699),
  swing('8-iron', 74, 100, 20.8, 7494),
  swing('9-iron', 72, 93, 23.9, 7589),
  swing('Pitching wedge', 70, 86, 25.6, 8403),
  swing('Gap wedge', 66, 78, 28, 8600),
  swing('Approach wedge', 64, 75, 28.8, 8700),
  swing('Sand wedge', 60, 67, 31, 8900),
  swing('Lob wedge', 56, 58, 33.5, 9000),
  swing('Pitching wedge ¾', 53, 64, 27, 7400),
  swing('Gap wedge ¾', 50, 58, 29, 7300),
  swing('Sand wedge ¾', 45, 50, 32, 7000),
  swing('Lob wedge ¾', 42, 44, 34.5, 6800),
  swing('Sand wedge ½', 31, 33, 33, 5200),
];
