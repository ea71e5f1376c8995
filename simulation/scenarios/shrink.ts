// Shortens a failing scenario by removing steps as long as it fails in the same way. Uses Zeller and Hildebrandt's
// ddmin: first halves, then smaller parts, until no single step can be removed.

import { isSeq, parseDocument, type Document } from 'yaml';

interface Shrunk {
  readonly text: string;
  /** Steps in the list, before and after. */
  readonly steps_before: number;
  readonly steps: number;
  /** Number of scenarios played. */
  readonly tries: number;
}

/**
 * Shortens a scenario.
 * @param fails Returns whether a scenario's source fails in the same way as the original.
 * @returns The shortest scenario found, including its comments; the original if nothing can be removed.
 */
export async function shrinkScenario(text: string, fails: (text: string) => Promise<boolean>): Promise<Shrunk> {
  const steps_before = countSteps(parseDocument(text));
  let kept = Array.from({ length: steps_before }, (_, at) => at);
  let parts = 2;
  let tries = 0;
  while (kept.length >= 2) {
    const size = Math.ceil(kept.length / parts);
    const without = await firstThat(cuts(kept, size), async (rest) => {
      tries++;
      const shorter = withSteps(text, rest);
      return shorter !== null && fails(shorter);
    });
    if (without) {
      kept = [...without];
      parts = Math.max(2, parts - 1);
    } else if (size === 1) break;
    else parts = Math.min(kept.length, parts * 2);
  }
  return { text: withSteps(text, kept) ?? text, steps_before, steps: kept.length, tries };
}

/**
 * Returns the step lists with one part removed, for each part in order, since a failure depends on the steps before it.
 */
const cuts = (kept: readonly number[], size: number): readonly (readonly number[])[] =>
  Array.from({ length: Math.ceil(kept.length / size) }, (_, part) =>
    kept.filter((_each, at) => Math.floor(at / size) !== part),
  );

async function firstThat<T>(all: readonly T[], holds: (each: T) => Promise<boolean>): Promise<T | null> {
  for (const each of all) if (await holds(each)) return each;
  return null;
}

function countSteps(document: Document): number {
  const steps = document.get('steps', true);
  return isSeq(steps) ? steps.items.length : 0;
}

/** Returns the text with only these steps; null if an alias loses its anchor. */
function withSteps(text: string, kept: readonly number[]): string | null {
  const document = parseDocument(text);
  const steps = document.get('steps', true);
  if (isSeq(steps)) steps.items = kept.flatMap((at) => steps.items[at] ?? []);
  try {
    return document.toString({ lineWidth: 0, flowCollectionPadding: true, singleQuote: true });
  } catch {
    return null;
  }
}
