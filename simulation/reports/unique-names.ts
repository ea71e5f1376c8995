// Names that are to differ, also on a disk that does not tell capital letters apart.

interface UniqueNames {
  /** Returns the name, or `numbered` from 2 on where that is taken. */
  take(name: string, numbered: (number: number) => string): string;
}

export function createUniqueNames(): UniqueNames {
  const taken = new Set<string>();
  return {
    take(name, numbered) {
      let free = name;
      for (let number = 2; taken.has(keyOf(free)); number++) free = numbered(number);
      taken.add(keyOf(free));
      return free;
    },
  };
}

const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();
