// What a check throws: the rule that does not hold, and how it was seen.

import type { CheckedRule } from './checked-rules.ts';

export class BrokenRule extends Error {
  readonly rule: string;

  constructor(rule: string, what: string) {
    super(what);
    this.rule = rule;
  }
}

/** Where looks are counted while `countLooks` runs. */
let counting: Map<CheckedRule, number> | null = null;

/** Counts how often each rule is looked at while this runs, which it does at once. */
export function countLooks(into: Map<CheckedRule, number>, work: () => void): void {
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
