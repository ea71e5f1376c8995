// Tracks inputs: which ones were acknowledged, under which number, and which ones reached their host (R28-R31). Each
// acknowledged input must arrive exactly once, under its number, in numeric order; an unacknowledged one may arrive
// once.

export interface InputTally {
  /** Records that a guest's input was answered `ok` with this number. `input`: the guest's own count. */
  acknowledged(host: number, guest: number, input: number, seq: number): void;
  /** Records that a poll of the host returned an input. */
  received(host: number, guest: number, input: number, seq: number): void;
  readonly acknowledged_count: number;
  readonly received_count: number;
  verdict(): Verdict;
}

interface Verdict {
  /** Inputs acknowledged but never received. */
  readonly lost: number;
  /** Inputs received more than once. */
  readonly doubled: number;
  /** Acknowledged inputs that were received after one with a higher number, or only under another number. */
  readonly out_of_order: number;
  /** Inputs received but never acknowledged. */
  readonly unacknowledged: number;
}

interface Received {
  readonly input: number;
  readonly seq: number;
}

/** Exclusive upper limit of a guest's input numbers. */
const INPUTS_MAX = 2 ** 32;
const nameOf = (guest: number, input: number): number => guest * INPUTS_MAX + input;

export function createInputTally(): InputTally {
  const acknowledged = new Map<number, Map<number, number>>();
  const received = new Map<number, Received[]>();
  const of = <T>(map: Map<number, T>, host: number, empty: () => T): T => {
    const found = map.get(host) ?? empty();
    map.set(host, found);
    return found;
  };
  let [acknowledged_count, received_count] = [0, 0];
  return {
    acknowledged(host, guest, input, seq) {
      acknowledged_count++;
      of(acknowledged, host, () => new Map<number, number>()).set(nameOf(guest, input), seq);
    },
    received(host, guest, input, seq) {
      received_count++;
      of(received, host, () => []).push({ input: nameOf(guest, input), seq });
    },
    get acknowledged_count() {
      return acknowledged_count;
    },
    get received_count() {
      return received_count;
    },
    verdict() {
      const hosts = [...new Set([...acknowledged.keys(), ...received.keys()])];
      return hosts
        .map((host) => verdictOf(acknowledged.get(host) ?? new Map(), received.get(host) ?? []))
        .reduce(sum, { lost: 0, doubled: 0, out_of_order: 0, unacknowledged: 0 });
    },
  };
}

const sum = (a: Verdict, b: Verdict): Verdict => ({
  lost: a.lost + b.lost,
  doubled: a.doubled + b.doubled,
  out_of_order: a.out_of_order + b.out_of_order,
  unacknowledged: a.unacknowledged + b.unacknowledged,
});

/** Returns the verdict for one host. */
function verdictOf(acknowledged: ReadonlyMap<number, number>, received: readonly Received[]): Verdict {
  const came = new Set<number>();
  const came_rightly = new Set<number>();
  let [late, last] = [0, 0];
  for (const { input, seq } of received) {
    came.add(input);
    if (acknowledged.get(input) !== seq) continue;
    came_rightly.add(input);
    if (seq < last) late++;
    last = Math.max(last, seq);
  }
  const inputs = [...acknowledged.keys()];
  const arrived = inputs.filter((input) => came.has(input));
  return {
    lost: inputs.length - arrived.length,
    doubled: received.length - came.size,
    out_of_order: late + arrived.filter((input) => !came_rightly.has(input)).length,
    unacknowledged: came.size - arrived.length,
  };
}
