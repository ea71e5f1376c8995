// Finds names of values, `${name}`, that no step of a scenario defines: they would remain literal text and match no
// screen.

import { meant } from './messages.ts';
import type { ActionStep, Scenario, Step } from '../scenario.ts';
import { namesIn } from './values.ts';
import { PlacedError } from './yaml-page.ts';

/** Returns undefined names in playing order; a step may use what earlier steps have defined. */
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
  meant(name, known) || (known.length > 0 ? `; defined: ${known.join(', ')}.` : '; define one with save or for_each.');

function givenBy(step: ActionStep): readonly string[] {
  if (step.kind === 'save') return Object.keys(step.value);
  if (step.kind !== 'store' || typeof step.value === 'string') return [];
  return Object.keys({ ...step.value.publish, ...step.value.update });
}
