// Checks persisted state: every value must be within the range in the spec.

import type { Persisted } from '../../../firmware/persisted/persisted.ts';

const between = (value: number, min: number, max: number): boolean => value >= min && value <= max;
const whole = (value: number, min: number, max: number): boolean => Number.isInteger(value) && between(value, min, max);
/** Returns whether a text is one readable line. */
const line = (text: string): boolean =>
  typeof text === 'string' && Array.from(text).length <= 16 && !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text);

/** Returns the first problem of the persisted state; '' if none. */
export function persistedAreSound({ settings, players, next_player_id, cfgs, trends, sets }: Persisted): string {
  const { lag, close } = cfgs;
  const rules: readonly [string, boolean][] = [
    ['stimp 4..15', between(settings.stimp, 4, 15)],
    ['sound 0..100', whole(settings.sound_percent, 0, 100)],
    ['brightness 10..100', whole(settings.brightness_percent, 10, 100)],
    ['X 0.50..2.00', between(settings.x_factor, 0.5, 2)],
    ['units', settings.units === 'imperial' || settings.units === 'metric'],
    ['device name', line(settings.name)],
    ['one to four players', between(players.length, 1, 4)],
    ['ids once', new Set(players.map(({ id }) => id)).size === players.length],
    ['next id above all', players.every(({ id }) => whole(id, 1, 2 ** 31) && id < next_player_id)],
    ['player names', players.every(({ name }) => name.trim() !== '' && line(name))],
    ['handicap 0..54', players.every(({ handicap }) => whole(handicap, 0, 54))],
    ['ratio 1.40..1.80', players.every(({ impact_ratio }) => between(impact_ratio, 1.4, 1.8))],
    ['lag shots', whole(lag.shots, 1, 50)],
    ['lag stations', whole(lag.csMin, 5, 100) && whole(lag.csMax, lag.csMin, 100)],
    ['lag manual', lag.manual === 0 || lag.manual === 1],
    ['lag target', whole(lag.target, 5, 100)],
    ['close shots', whole(close.shots, 6, 60)],
    [
      'trends',
      Object.values(trends).every(
        (entries) =>
          entries.length <= 200 &&
          entries.every(({ player_id, unix_s, value }) => player_id >= 1 && unix_s >= 0 && between(value, 0, 1e5)),
      ),
    ],
    [
      'sets of known players',
      Object.values(sets).every(
        (set) => !set || set.seats.every((seat) => players.some(({ id }) => id === seat.player_id)),
      ),
    ],
  ];
  const broken = rules.find(([, holds]) => !holds);
  return broken ? `${broken[0]} is broken: ${JSON.stringify({ settings, players, next_player_id, cfgs, trends })}` : '';
}
