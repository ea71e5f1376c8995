// The closed sets of words that a scenario may expect: pages, colours, and machines with their states. They come from the firmware, so a
// word that no device ever shows is an error and never a check that passes (R153).

import type { AnyStateMachine } from 'xstate';
import { PAGES } from '../../../firmware/pages/pages.ts';
import { COLOR_NAMES } from '../../../hal/leds/color-name.ts';
import { LINK_STATES } from '../../../hal/sensor/sensor.ts';
import { findMachines } from '../../statecharts/machines.ts';

export const PAGE_NAMES: readonly string[] = PAGES.map(({ name }) => name);

/** Colours of an LED; a dark one is off. */
export const LED_WORDS: readonly string[] = ['off', ...COLOR_NAMES];

type StateNode = AnyStateMachine['root'];

/** Innermost states, a state within a state with a dot between: those are what a device shows. One tagged `absent` is not shown. */
const statesIn = ({ states }: StateNode): readonly string[] =>
  Object.values(states).flatMap((state) => {
    if (state.tags.includes('absent')) return [];
    const inner = statesIn(state);
    return inner.length === 0 ? [state.key] : inner.map((name) => `${state.key}.${name}`);
  });

const found = (await findMachines()).map(({ machine }): [string, readonly string[]] => [
  machine.id,
  statesIn(machine.root),
]);

/** States by the names of the machines; the sensor's link stands among them. */
export const MACHINE_STATES: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  ...found,
  ['sensor', LINK_STATES],
]);
