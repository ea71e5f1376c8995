// Tests of shrinking failing scenarios.

import test from 'ava';
import { shrinkScenario } from '../../../simulation/scenarios/shrink.ts';

const listOf = (steps: readonly string[]): string =>
  `name: a\nsteps:\n${steps.map((step) => `  - ${step}\n`).join('')}`;
const TWENTY = Array.from({ length: 20 }, (_, at) => `expect: step ${at}`);

test('[shrink] keeps only the steps that the failure needs, in order', async (t) => {
  const needed = ['step 3', 'step 11', 'step 12'];
  const fails = async (text: string): Promise<boolean> =>
    needed.every((each) => new RegExp(`${each}$`, 'm').test(text)) &&
    text.indexOf('step 3\n') < text.indexOf('step 11\n');
  const shrunk = await shrinkScenario(listOf(TWENTY), fails);
  t.is(shrunk.text, listOf(['expect: step 3', 'expect: step 11', 'expect: step 12']));
  t.is(shrunk.steps_before, 20);
  t.is(shrunk.steps, 3);
});

test('[shrink] keeps a single step or all of them, if the failure needs it', async (t) => {
  const one = await shrinkScenario(listOf(TWENTY), async (text) => text.includes('step 17'));
  t.is(one.text, listOf(['expect: step 17']));
  t.true(one.tries < 20, 'removes halves before single steps');
  const all = await shrinkScenario(listOf(TWENTY), async (text) => text === listOf(TWENTY));
  t.is(all.text, listOf(TWENTY));
});

test('[shrink] keeps the step that an alias refers to', async (t) => {
  const text = 'steps:\n  - press: &keys [ ok ]\n  - plug\n  - key: *keys\n';
  const { text: short } = await shrinkScenario(text, async (each) => each.includes('*keys'));
  t.is(short, 'steps:\n  - press: &keys [ ok ]\n  - key: *keys\n');
});

test('[shrink] keeps comments with their steps', async (t) => {
  const text = 'name: a\nsteps:\n  - plug\n  # why\n  - unplug\n';
  const { text: short } = await shrinkScenario(text, async (each) => each.includes('unplug'));
  t.is(short, 'name: a\nsteps:\n  # why\n  - unplug\n');
});
