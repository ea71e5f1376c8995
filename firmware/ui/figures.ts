// Figures of a result as texts and tiles.

import type { SeatResult, SetFigure } from '../experiences/set-rules.ts';
import { distanceText, speedUnit, speedValue, type Units } from '../units.ts';
import type { Tile } from './tiles.ts';

function valueOf(figure: SetFigure, units: Units): string {
  if ('text' in figure) return figure.text;
  return 'feet' in figure ? distanceText(figure.feet, units) : `${speedValue(figure.mps, units)} ${speedUnit(units)}`;
}

export const figureTile = (figure: SetFigure, units: Units): Tile => ({
  label: figure.label,
  value: valueOf(figure, units),
  unit: '',
});

/** Returns each figure with its label, such as `Mean leave 1.9 ft`. */
export const figureTexts = ({ figures }: SeatResult, units: Units): readonly string[] =>
  figures.map((figure) => `${figure.label} ${valueOf(figure, units)}`);
