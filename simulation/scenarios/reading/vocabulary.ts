// Closed vocabularies for expectations: pages, colours, and machines with their states. Derived from the firmware, so a
// word that no device can show is an error rather than a check that always passes (R153).

import type { AnyStateMachine } from 'xstate';
import { PAGES } from '../../../firmware/pages/pages.ts';
import { COLOR_NAMES } from '../../../hal/leds/color-name.ts';
import { LINK_STATES } from '../../../hal/sensor/sensor.ts';
import { FIRMWARE_MACHINES } from '../../statecharts/machines.ts';

export const PAGE_NAMES: readonly string[] = PAGES.map(({ name }) => name);

/** LED colours; `off` for a dark LED. */
export const LED_WORDS: readonly string[] = ['off', ...COLOR_NAMES];

type StateNode = AnyStateMachine['root'];

/**
 * Returns the innermost states, which a device shows, with a dot between nested states; omits those tagged `absent`.
 */
const statesIn = ({ states }: StateNode): readonly string[] =>
  Object.values(states).flatMap((state) => {
    if (state.tags.includes('absent')) return [];
    const inner = statesIn(state);
    return inner.length === 0 ? [state.key] : inner.map((name) => `${state.key}.${name}`);
  });

const found = FIRMWARE_MACHINES.map(({ machine }): [string, readonly string[]] => [machine.id, statesIn(machine.root)]);

/** States by machine name, including the sensor link. */
export const MACHINE_STATES: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  ...found,
  ['sensor', LINK_STATES],
]);
