// Names of values, `${name}`, that nothing in a scenario gives a value: they would stay as they are, and be found on no screen.

import { meant } from './messages.ts';
import type { ActionStep, Scenario, Step } from '../scenario.ts';
import { namesIn } from './values.ts';
import { PlacedError } from './yaml-page.ts';

/** In the order in which steps are played; a step may use what the steps before it have given. */
export function undefinedNames({ steps, store }: Pick<Scenario, 'steps' | 'store'>): readonly PlacedError[] {
  const known = new Set(typeof store === 'object' ? Object.keys(store) : []);
  const wrong: PlacedError[] = [];
  const walk = (step: Step): void => {
    if (step.kind === 'repeat') return step.steps.forEach(walk);
    for (const name of namesIn(step.value))
      if (!known.has(name))
        wrong.push(new PlacedError(`${step.kind}: \${${name}} has no value here${others(name, [...known])}`, step.at));
    for (const name of givenBy(step)) known.add(name);
  };
  steps.forEach(walk);
  return wrong;
}

const others = (name: string, known: readonly string[]): string =>
  meant(name, known) || (known.length > 0 ? `; there are ${known.join(', ')}.` : '; save or for_each gives one.');

function givenBy(step: ActionStep): readonly string[] {
  if (step.kind === 'save') return Object.keys(step.value);
  if (step.kind !== 'store' || typeof step.value === 'string') return [];
  return Object.keys({ ...step.value.publish, ...step.value.update });
}
