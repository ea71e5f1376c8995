// Reads value change dumps by IEEE 1364, without the project's writer.

interface ReadSignals {
  /** Time unit in nanoseconds. */
  readonly unit_ns: number;
  /** Changes of each signal (`scope.name`) in time order, starting with the initial value. */
  readonly changes: ReadonlyMap<string, readonly (readonly [at_ns: number, value: number])[]>;
}

const UNIT_NS: Readonly<Record<string, number>> = { ns: 1, us: 1000, ms: 1_000_000 };

export function readVcd(text: string): ReadSignals {
  const words = text.split(/\s+/);
  const names = new Map<string, string>();
  const changes = new Map<string, [number, number][]>();
  const scopes: string[] = [];
  let [unit_ns, at_ns] = [1, 0];
  const section = (from: number): readonly string[] => words.slice(from, words.indexOf('$end', from));
  const put = (code: string, bits: string): void => {
    const name = names.get(code);
    if (name === undefined) throw new Error(`no signal is called ${code}`);
    changes.get(name)?.push([at_ns, Number.parseInt(bits, 2)]);
  };
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '$dumpvars' || word === '$end' || word === '') continue;
    if (word.startsWith('$')) {
      const tokens = section(at + 1);
      if (word === '$timescale') {
        const [, count, unit = ''] = /^(\d+) ?(\w+)$/.exec(tokens.join(' ')) ?? [];
        unit_ns = Number(count) * (UNIT_NS[unit] ?? Number.NaN);
      } else if (word === '$scope') scopes.push(tokens[1] ?? '');
      else if (word === '$upscope') scopes.pop();
      else if (word === '$var') {
        const name = [...scopes, tokens[3]].join('.');
        names.set(tokens[2] ?? '', name);
        changes.set(name, []);
      }
      at += tokens.length + 1;
    } else if (word.startsWith('#')) {
      const next_ns = Number(word.slice(1)) * unit_ns;
      if (!(next_ns >= at_ns)) throw new Error(`${word} is not after ${at_ns} ns`);
      at_ns = next_ns;
    } else if (word.startsWith('b')) put(words[++at] ?? '', word.slice(1));
    else put(word.slice(1), word.slice(0, 1));
  }
  return { unit_ns, changes };
}
