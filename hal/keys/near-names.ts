// Which names somebody may have meant who wrote another one.

const NEAR_MAX = 3;

/** @returns The three nearest at most, the nearest first; none where all are far off. */
export function nearNames(name: string, names: Iterable<string>): readonly string[] {
  const asked = name.toUpperCase();
  const far = Math.max(2, Math.floor(asked.length / 3));
  return [...names]
    .map((each) => ({ each, steps: editSteps(asked, each.toUpperCase()) }))
    .filter(({ steps }) => steps <= far)
    .sort((a, b) => a.steps - b.steps)
    .slice(0, NEAR_MAX)
    .map(({ each }) => each);
}

/** How many letters are to be added, taken away or changed (the Levenshtein distance). */
function editSteps(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [i, letter] of from.split('').entries()) {
    const next = [i + 1];
    for (const [j, other] of to.split('').entries())
      next.push(Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    row = next;
  }
  return row[to.length] ?? 0;
}
