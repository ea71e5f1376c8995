// Parses the names of recorded inputs and outputs, which contain call numbers: `http 3`, `isolate 1 answer 7`.

interface LineName {
  /** Name without numbers: `isolate answer`. */
  readonly kind: string;
  readonly numbers: readonly number[];
}

export function readLineName(name: string): LineName {
  const words = name.split(' ');
  const isNumber = (word: string): boolean => /^\d+$/.test(word);
  return {
    kind: words.filter((word) => !isNumber(word)).join(' '),
    numbers: words.filter(isNumber).map(Number),
  };
}
