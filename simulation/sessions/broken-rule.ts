// Error thrown by a check: the broken rule and the observation.

import type { CheckedRule } from './checked-rules.ts';

export class BrokenRule extends Error {
  readonly rule: string;

  constructor(rule: string, what: string) {
    super(what);
    this.rule = rule;
  }
}

/** Counters in use while `countChecks` runs. */
let counting: Map<CheckedRule, number> | null = null;

/** Counts the checks of each rule while `work` runs synchronously. */
export function countChecks(into: Map<CheckedRule, number>, work: () => void): void {
  const before = counting;
  counting = into;
  try {
    work();
  } finally {
    counting = before;
  }
}

export function checkRule(rule: CheckedRule, holds: boolean, what: () => string): void {
  counting?.set(rule, (counting.get(rule) ?? 0) + 1);
  if (!holds) throw new BrokenRule(rule, what());
}
