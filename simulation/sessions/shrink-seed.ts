// A seed that broke a rule, made smaller: fewer devices, then fewer faults, and another seed that breaks the same rule sooner. What is left out
// changes all that comes after it, so each trial is a run of its own that breaks the rule again, or is dropped.

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
  /** How often something smaller was tried. */
  readonly trials: number;
}

/** So many seeds after it are tried with what is left of it. */
const SEEDS_TRIED = 16;

/**
 * The smallest that is found.
 * @param play Plays a seed to its end, or until a rule is broken.
 */
export async function shrinkSeed(
  first: { readonly call: SeedCall; readonly end: SeedEnd },
  play: (call: SeedCall) => Promise<SeedEnd>,
): Promise<Shrunk> {
  let [{ call, end }, trials] = [first, 0];
  const rule = first.end.failure?.rule;
  /** Not longer than what is known already. */
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
    await leaveOut(); // it has drawn other faults
    call = { ...call, without: await drawnOf(call, play) };
  }
  return { call: { ...call, hours: hoursOf(end, call) }, end, trials };
}

/** What is left out of a seed, but for what another seed had drawn and this one never would. */
async function drawnOf(call: SeedCall, play: (call: SeedCall) => Promise<SeedEnd>): Promise<readonly PlanPart[]> {
  const { plan } = await play({ ...call, without: [] });
  const drawn = plan ? partsOf(plan) : call.without;
  return call.without.filter((part) => drawn.includes(part));
}

const HOURS_LEAST = 0.01;

/** As long as it took, rounded up; it is never longer than it was. */
const hoursOf = ({ virtual_s }: SeedEnd, { hours }: SeedCall): number =>
  Math.min(hours, Math.max(HOURS_LEAST, Math.ceil((virtual_s / 3600) * 100) / 100));
