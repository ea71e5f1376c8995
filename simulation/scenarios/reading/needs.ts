// Derives the backend capabilities that a scenario needs from its steps.

import type { Capability } from '../backend.ts';
import type { Scenario, Step } from '../scenario.ts';
import type { Condition, StepName } from './shapes.ts';

const NEEDS: Partial<Record<StepName, Capability>> = {
  putt: 'stroke',
  golfer: 'golfer',
  plug: 'cable',
  unplug: 'cable',
  fault: 'fault',
  board: 'board',
  touch: 'touch',
  network: 'network',
  clock: 'clock',
  simulator: 'simulator',
  shots: 'shots',
  store: 'store',
  firmware: 'firmware',
};

/** Players of a new device. */
const FRESH = JSON.stringify(['Player 1']);

/** Returns the required capabilities in order of appearance. */
export function needsOf({ steps, cloud, wifi, extension, devices, needs, ...beside }: Scenario): readonly string[] {
  const all: string[] = [...needs];
  if (cloud) all.push('cloud');
  if (wifi) all.push('wifi');
  if (beside.board === 'avr') all.push('board');
  if (beside.touchscreen) all.push('touchscreen');
  if (extension !== undefined) all.push('extension');
  if (beside.simulator !== undefined) all.push('simulator');
  if (beside.shots) all.push('shots');
  if (beside.store !== undefined) all.push('store');
  if (beside.firmware !== undefined) all.push('firmware');
  if (devices.some(({ records }) => Object.keys(records).length > 0)) all.push('records');
  if (devices.some(({ players }) => JSON.stringify(players) !== FRESH)) all.push('players');
  for (const step of steps) all.push(...needsOfStep(step));
  return [...new Set(all)];
}

function needsOfStep(step: Step): readonly string[] {
  switch (step.kind) {
    case 'repeat':
      return step.steps.flatMap(needsOfStep);
    case 'power':
      return [step.value === 'cut' ? 'power-cut' : 'power'];
    case 'cloud':
      return [step.value === 'pause' ? 'cloud-pause' : 'cloud-kill'];
    case 'expect':
    case 'check':
    case 'expect_no':
    case 'wait_for':
      return needsOfCondition(step.value);
    default:
      return [NEEDS[step.kind] ?? []].flat();
  }
}

const needsOfCondition = ({ led, sound, request, key }: Condition): readonly Capability[] => [
  ...(Object.keys(led).length > 0 ? (['leds'] as const) : []),
  ...(sound === undefined ? [] : (['sounds'] as const)),
  ...(request === undefined ? [] : (['requests'] as const)),
  ...(key === undefined ? [] : (['taps'] as const)),
];
