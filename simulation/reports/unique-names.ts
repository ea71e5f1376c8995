// Generates names that are unique even on case-insensitive file systems.

interface UniqueNames {
  /** Returns the name, or the first free `numbered` name from 2 if it is taken. */
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
