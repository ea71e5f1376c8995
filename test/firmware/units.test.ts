// Quantities formatted for players.

import test from 'ava';
import {
  angleValue,
  distanceText,
  feetOf,
  rotationValue,
  speedUnit,
  speedValue,
  stationText,
} from '../../firmware/units.ts';

test('[units] formats distances in feet with one decimal, metres with two', (t) => {
  t.is(distanceText(12.44, 'imperial'), '12.4 ft');
  t.is(distanceText(12.44, 'metric'), '3.79 m');
  t.is(distanceText(0, 'imperial'), '0.0 ft');
  t.is(distanceText(0, 'metric'), '0.00 m');
  t.is(feetOf(3.048), 10);
});

test('[units] formats stations in whole feet, or metres with one decimal', (t) => {
  t.is(stationText(20, 'imperial'), '20 ft');
  t.is(stationText(20, 'metric'), '6.1 m');
});

test('[units] converts speeds: 1 m/s is 2.24 mph', (t) => {
  t.is(speedValue(1, 'imperial'), '2.2');
  t.is(speedValue(5, 'imperial'), '11.2');
  t.is(speedValue(1.505, 'metric'), '1.50');
  t.is(speedUnit('imperial'), 'mph');
  t.is(speedUnit('metric'), 'm/s');
});

test('[units] signs angles with plus or a real minus, and a zero after rounding with neither', (t) => {
  t.is(angleValue(1.25), '+1.3');
  t.is(angleValue(-1.26), '\u22121.3');
  t.is(angleValue(0), '0.0');
  t.is(angleValue(-0), '0.0');
  t.is(angleValue(0.049), '0.0');
  t.is(angleValue(-0.049), '0.0');
  t.is(angleValue(-0.051), '\u22120.1');
  t.is(rotationValue(0.5), '+0.50');
  t.is(rotationValue(-0.004), '0.00');
  t.is(rotationValue(-0.006), '\u22120.01');
});
