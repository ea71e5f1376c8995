// Tiles with the figures of a strike: label, value, unit.

import type { Putt } from '../experiences/putt.ts';
import {
  angleValue,
  distanceUnit,
  distanceValue,
  feetOf,
  rotationValue,
  speedUnit,
  speedValue,
  type Units,
} from '../units.ts';
import { PLAY_SIZE_MIN, type Page } from './page.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from './theme.ts';
import { textWidth } from './text-width.ts';

export interface Tile {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
}

const NO_VALUE = '–';

const BIG = { height: 70, value: 40 } as const;
/** Where the figures end, above the key hints. */
const BIG_BOTTOM = 290;

/** Draws figures one below the other, large. */
export function drawBigFigures(page: Page, tiles: readonly Tile[], top: number): void {
  const height = Math.min(BIG.height, (BIG_BOTTOM - top) / tiles.length - 6);
  const value_size = Math.min(BIG.value, height * 0.62);
  const middle = height / 2;
  tiles.forEach(({ label, value, unit }, i) => {
    const y = top + i * (height + 6);
    const right = WIDTH - MARGIN - 14;
    const label_width = textWidth(label, SIZE.body) + 24;
    const room = right - MARGIN - 14 - label_width;
    const text = unit ? `${value} ${unit}` : value;
    const size = Math.min(value_size, (value_size * room) / textWidth(text, value_size));
    page.rect(MARGIN, y, WIDTH - 2 * MARGIN, height, { fill: COLOR.panel, radius: 8 });
    page.text(MARGIN + 14, y + middle + 8, label, { size: SIZE.body, color: COLOR.muted });
    page.text(right, y + middle + 14, text, { size, align: 'right' });
  });
  sayTiles(page, tiles);
}

const GRID_TOP = 50;
const [GRID_BOTTOM, GRID_GAP] = [218, 6];

/** Draws four or eight figures in two columns, the second face of a play page. */
export function drawFigures(page: Page, tiles: readonly Tile[]): void {
  const rows = tiles.length / 2;
  const height = (GRID_BOTTOM - GRID_TOP - GRID_GAP * (rows - 1)) / rows;
  const width = (WIDTH - 2 * MARGIN - GRID_GAP) / 2;
  tiles.forEach((tile, i) => {
    const [x, y] = [MARGIN + (i % 2) * (width + GRID_GAP), GRID_TOP + Math.floor(i / 2) * (height + GRID_GAP)];
    const value_size = rows > 2 ? PLAY_SIZE_MIN : 40;
    const baseline = y + height - (rows > 2 ? 10 : 12);
    const label_y = rows > 2 ? baseline : y + 24;
    page.rect(x, y, width, height, { fill: COLOR.panel, radius: 8 });
    const unit_width = textWidth(tile.unit, 18);
    const label_room = rows > 2 ? width - 30 - textWidth(tile.value, value_size) - unit_width : width - 20;
    page.text(x + 10, label_y, tile.label, { size: 18, color: COLOR.muted, width: label_room });
    page.text(x + width - 10, baseline, tile.unit, { size: 18, color: COLOR.muted, align: 'right' });
    const style = { size: value_size, align: 'right', ground: COLOR.panel } as const;
    page.playText(x + width - 16 - unit_width, baseline, tile.value, style);
  });
}

/** Adds the lines of the figures to the page text. */
export function sayTiles(page: Page, tiles: readonly Tile[]): void {
  for (const { label, value, unit } of tiles) page.say(`${label}: ${value}${unit && ` ${unit}`}`);
}

const side = (degrees: number): string => (Math.abs(degrees) < 0.05 ? 'square' : degrees > 0 ? 'open' : 'closed');

/** Returns the tiles for club speed, face, rotation and attack; dashes before the first strike. */
export function strikeTiles(putt: Putt | null, units: Units): readonly Tile[] {
  const { strike, player_strike } = putt ?? {};
  const attack = strike?.attack_angle_deg ?? null;
  return [
    {
      label: 'Club speed',
      value: strike ? speedValue(strike.club_speed_mps, units) : NO_VALUE,
      unit: speedUnit(units),
    },
    {
      label: player_strike ? `Face ${side(player_strike.face_angle_deg)}` : 'Face',
      value: player_strike ? angleValue(player_strike.face_angle_deg) : NO_VALUE,
      unit: '°',
    },
    {
      label: 'Rotation',
      value: player_strike ? rotationValue(player_strike.face_rotation_deg_per_in) : NO_VALUE,
      unit: '°/in',
    },
    { label: 'Attack', value: attack === null ? NO_VALUE : angleValue(attack), unit: '°' },
  ];
}

/** Returns the tile of an inner proportion in per cent; marks a clamped one (C56). */
function shareTile(label: string, share: number | null | undefined, clamped: boolean): Tile {
  if (share === null || share === undefined) return { label, value: NO_VALUE, unit: '%' };
  const atEnd = clamped && (share === 0 || share === 1);
  return { label, value: (100 * share).toFixed(0), unit: atEnd ? `% ${share === 1 ? 'max' : 'min'}` : '%' };
}

/**
 * Returns the tiles for ball speed, roll and the two inner proportions: how far the head reaches over the slits on its
 * heel and toe side.
 */
export function ballTiles(putt: Putt | null, units: Units): readonly Tile[] {
  const roll = putt ? distanceValue(feetOf(putt.outcome.roll.distance_m), units) : NO_VALUE;
  const clamped = putt?.strike.clamped ?? false;
  return [
    { label: 'Ball speed', value: putt ? speedValue(putt.ball_speed_mps, units) : NO_VALUE, unit: speedUnit(units) },
    { label: 'Roll', value: roll, unit: distanceUnit(units) },
    shareTile('Heel side', putt?.player_strike.heel_inner_proportion, clamped),
    shareTile('Toe side', putt?.player_strike.toe_inner_proportion, clamped),
  ];
}
