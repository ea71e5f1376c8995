// What a check throws: the rule that does not hold, and how it was seen.

export class BrokenRule extends Error {
  readonly rule: string;

  constructor(rule: string, what: string) {
    super(what);
    this.rule = rule;
  }
}

export function checkRule(rule: string, holds: boolean, what: () => string): void {
  if (!holds) throw new BrokenRule(rule, what());
}
