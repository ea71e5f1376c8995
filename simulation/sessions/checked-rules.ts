// IDs of the rules that the simulation checks; docs/simulation.md lists the same.

// oxfmt-ignore
export const CHECKED_RULES = [
  'R1', 'R2', 'R7', 'R8', 'R12', 'R16', 'R18', 'R22', 'R24', 'R28', 'R30', 'R31', 'R32', 'R34', 'R41', 'R42',
  'R43', 'R45', 'R47', 'R49', 'R53', 'R59', 'R60', 'R61', 'R64', 'R73', 'R74', 'R76', 'R77', 'R79', 'R80', 'R82',
  'R83', 'R84', 'R85', 'R86', 'R87', 'R88', 'R89', 'R91', 'R96', 'R97', 'R99', 'R147', 'R148', 'R149', 'C4', 'C13', 'C77', 'C180',
] as const;

export type CheckedRule = (typeof CHECKED_RULES)[number];

/** Number of checks per rule; unchecked rules have no entry. */
export type RuleCounts = Readonly<Partial<Record<CheckedRule, number>>>;

/** Adds up the counts of several runs. */
export function addedCounts(all: readonly RuleCounts[]): RuleCounts {
  const sum = new Map<string, number>();
  for (const counts of all)
    for (const [rule, count] of Object.entries(counts)) sum.set(rule, (sum.get(rule) ?? 0) + count);
  return Object.fromEntries(sum);
}

/** Formats the counts: `rules: 46 of 49 looked at, R59 4 times to R31 120,331 times; never R7, R148`. */
export function rulesLine(counts: RuleCounts): string {
  const checked = CHECKED_RULES.flatMap((rule): [string, number][] => (counts[rule] ? [[rule, counts[rule]]] : []));
  checked.sort(([, one], [, other]) => one - other);
  const never = CHECKED_RULES.filter((rule) => !counts[rule]);
  const times = (at: number): string => {
    const [rule = '', count = 0] = checked.at(at) ?? [];
    return `${rule} ${count.toLocaleString('en-US')} ${count === 1 ? 'time' : 'times'}`;
  };
  const range = checked.length > 0 ? `, ${times(0)} to ${times(-1)}` : '';
  return `rules: ${checked.length} of ${CHECKED_RULES.length} checked${range}${never.length > 0 ? `; never ${never.join(', ')}` : ''}`;
}
