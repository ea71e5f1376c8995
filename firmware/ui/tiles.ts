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
import type { Page } from './page.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from './theme.ts';
import { textWidth } from './text-width.ts';

export interface Tile {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  /** Word that follows the value in the page text, such as `open`. */
  readonly word?: string;
}

const GAP = 8;
const NO_VALUE = '–';

export function drawTiles(page: Page, tiles: readonly Tile[], top: number, height: number): void {
  const width = (WIDTH - 2 * MARGIN - GAP * (tiles.length - 1)) / tiles.length;
  tiles.forEach((tile, i) => {
    const x = MARGIN + i * (width + GAP);
    page.rect(x, top, width, height, { fill: COLOR.panel, radius: 8 });
    page.text(x + 10, top + 18, tile.label, { size: SIZE.tiny, color: COLOR.muted, width: width - 16 });
    const room = width - 11 - (tile.unit ? 3 + textWidth(tile.unit, SIZE.tiny) : 7);
    const size = Math.min(SIZE.large, (SIZE.large * room) / textWidth(tile.value, SIZE.large));
    page.text(x + 10, top + height - 10, tile.value, { size });
    const unit_x = x + 13 + textWidth(tile.value, size);
    page.text(unit_x, top + height - 10, tile.unit, { size: SIZE.tiny, color: COLOR.muted });
    const word = tile.word ? ` ${tile.word}` : '';
    page.say(`${tile.label}: ${tile.value}${tile.unit && ` ${tile.unit}`}${word}`);
  });
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
