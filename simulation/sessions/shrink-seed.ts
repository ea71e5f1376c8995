// Shrinks a seed that broke a rule: fewer devices, then fewer faults, then another seed that breaks the same rule
// sooner. Leaving a part out changes all that follows, so each trial is a full run that is kept only if it breaks the
// rule again.

import { partsOf, type Plan, type PlanPart } from './plan.ts';

export interface SeedCall {
  readonly seed: number;
  readonly hours: number;
  readonly devices: number;
  readonly without: readonly PlanPart[];
}

export interface SeedEnd {
  readonly plan: Plan | null;
  readonly events: number;
  readonly virtual_s: number;
  readonly failure: { readonly rule: string } | null;
}

interface Shrunk {
  readonly call: SeedCall;
  readonly end: SeedEnd;
  /** Number of smaller runs tried. */
  readonly trials: number;
}

/** Number of following seeds to try with the reduced plan. */
const SEEDS_TRIED = 16;

/**
 * Returns the smallest failing run found.
 * @param play Plays a seed to its end, or until a rule is broken.
 */
export async function shrinkSeed(
  first: { readonly call: SeedCall; readonly end: SeedEnd },
  play: (call: SeedCall) => Promise<SeedEnd>,
): Promise<Shrunk> {
  let [{ call, end }, trials] = [first, 0];
  const rule = first.end.failure?.rule;
  /** Runs a smaller variant for at most as long as the shortest failure so far. */
  const attempt = async (smaller: Partial<SeedCall>): Promise<void> => {
    const tried = { ...call, hours: hoursOf(end, call), ...smaller };
    const came = await play(tried);
    trials++;
    const is_sooner = smaller.seed === undefined || came.events < end.events;
    if (came.failure?.rule === rule && is_sooner) [call, end] = [tried, came];
  };
  for (let devices = 2; devices < first.call.devices && call.devices > devices; devices++) await attempt({ devices });
  const leaveOut = async (): Promise<void> => {
    for (const part of end.plan ? partsOf(end.plan) : []) await attempt({ without: [...call.without, part] });
  };
  await leaveOut();
  for (let next = 1; next <= SEEDS_TRIED; next++) await attempt({ seed: first.call.seed + next });
  if (call.seed !== first.call.seed) {
    await leaveOut(); // the new seed draws other faults
    call = { ...call, without: await drawnOf(call, play) };
  }
  return { call: { ...call, hours: hoursOf(end, call) }, end, trials };
}

/** Returns the omitted parts that this seed would draw; drops those that only another seed had drawn. */
async function drawnOf(call: SeedCall, play: (call: SeedCall) => Promise<SeedEnd>): Promise<readonly PlanPart[]> {
  const { plan } = await play({ ...call, without: [] });
  const drawn = plan ? partsOf(plan) : call.without;
  return call.without.filter((part) => drawn.includes(part));
}

const HOURS_LEAST = 0.01;

/** Returns the hours that the run took, rounded up but never above the original limit. */
const hoursOf = ({ virtual_s }: SeedEnd, { hours }: SeedCall): number =>
  Math.min(hours, Math.max(HOURS_LEAST, Math.ceil((virtual_s / 3600) * 100) / 100));
