// Tests of shrinking a failing seed: the result breaks the same rule, and no part of it can be removed.

import test from 'ava';
import fc from 'fast-check';
import { drawPlan, partsOf, planWithout, PLAN_PARTS, type PlanPart } from '../../../simulation/sessions/plan.ts';
import { shrinkSeed, type SeedCall, type SeedEnd } from '../../../simulation/sessions/shrink-seed.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';

const planOf = ({ seed, without }: Pick<SeedCall, 'seed' | 'without'>) =>
  planWithout(drawPlan(createSeededRandom(seed, 'plan')), without);

/**
 * Creates a product that breaks R32 if these faults coincide on so many devices, after 100 s plus a time that depends
 * on the seed.
 */
const productThat =
  (needs: readonly PlanPart[], devices: number) =>
  async (call: SeedCall): Promise<SeedEnd> => {
    const plan = planOf(call);
    const breaks = call.devices >= devices && needs.every((part) => partsOf(plan).includes(part));
    const virtual_s = 100 + ((call.seed * 37) % 50);
    const rule = breaks ? 'R32' : 'R1';
    return { plan, events: 10 * virtual_s, virtual_s, failure: breaks || call.seed % 3 === 0 ? { rule } : null };
  };

/** Returns the first seed with these faults. */
const seedWith = (needs: readonly PlanPart[]): number => {
  for (let seed = 1; ; seed++)
    if (needs.every((part) => partsOf(planOf({ seed, without: [] })).includes(part))) return seed;
};

test('[simulation] keeps only the steps that the failure needs', async (t) => {
  const needs: readonly PlanPart[] = ['reboots', 'lose_response'];
  const play = productThat(needs, 3);
  const call: SeedCall = { seed: seedWith(needs), hours: 5, devices: 4, without: [] };
  const { call: smaller, end } = await shrinkSeed({ call, end: await play(call) }, play);
  t.is(smaller.devices, 3);
  t.deepEqual([...partsOf(planOf(smaller))].sort(), [...needs].sort());
  t.is(end.failure?.rule, 'R32');
  t.is(smaller.hours, 0.03, 'earliest break at 100 to 108 s');
});

test('[simulation] shrinks to a run that breaks the same rule, in a limited number of trials', async (t) => {
  const parts = fc.subarray([...PLAN_PARTS], { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(parts, fc.integer({ min: 2, max: 4 }), async (needs, devices) => {
      const play = productThat(needs, devices);
      const call: SeedCall = { seed: seedWith(needs), hours: 5, devices: 4, without: [] };
      const first = await play(call);
      const { call: smaller, end, trials } = await shrinkSeed({ call, end: first }, play);
      t.deepEqual(await play(smaller), end);
      t.is(end.failure?.rule, 'R32');
      t.true(end.events <= first.events && smaller.hours <= call.hours);
      const drawn = partsOf(planOf({ ...smaller, without: [] }));
      t.deepEqual(smaller.without.filter((part) => !drawn.includes(part)), [], 'lists only parts that the plan would have'); // oxfmt-ignore
      t.true(trials <= 2 + 2 * PLAN_PARTS.length + 16, `${trials}`);
    }),
    { seed: 9, numRuns: 100 },
  );
});

test('[simulation] removes a part from a plan and keeps everything else', (t) => {
  const plan = drawPlan(createSeededRandom(4, 'plan'));
  for (const part of PLAN_PARTS) {
    const left = planWithout(plan, [part]);
    t.deepEqual(partsOf(left), partsOf(plan).filter((each) => each !== part)); // oxfmt-ignore
    t.deepEqual(Object.keys(left.network), Object.keys(plan.network));
    t.deepEqual([left.action_s, left.network.delay_ms], [plan.action_s, plan.network.delay_ms]);
  }
  t.deepEqual(planWithout(plan, []), plan);
});
