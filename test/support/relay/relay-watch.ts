// Devices of one session that send the next request the instant one is answered, with the time of each answer.

import { joinGuest, openHost, playersOf, type Guest, type Host } from './relay-table.ts';
import type { Held, RelayWorld, Reply, VirtualRelayWorld } from './relay-world.ts';

/** Times of the answers to one device on the virtual clock, and the answers. */
interface Watch {
  readonly times: number[];
  readonly replies: Reply[];
}

/** Repeats a device's request the instant it is answered, with the state and number of the last answer. */
export function keepAsking(world: VirtualRelayWorld, hold: (st: string, since: number) => Held, first: Reply): Watch {
  const watch: Watch = { times: [], replies: [] };
  const run = async (): Promise<void> => {
    for (let [before, since] = [first, 0]; ;) {
      before = await hold(before.state.st, since).answer;
      since = before.items?.at(-1)?.seq ?? since;
      watch.times.push(world.clock.now_ms());
      watch.replies.push(before);
    }
  };
  void run(); // ends with the test
  return watch;
}

export interface Table {
  readonly host: Host;
  readonly guests: readonly Guest[];
}

export async function table(world: RelayWorld, guests = 3): Promise<Table> {
  const host = await openHost(world);
  const joined: Guest[] = [];
  for (let n = 0; n < guests; n++) joined.push(await joinGuest(world, host.code, { players: playersOf(1, `G${n}`) }));
  return { host, guests: joined };
}

export async function watchAll(world: VirtualRelayWorld, { host, guests }: Table): Promise<readonly Watch[]> {
  const watches = [keepAsking(world, (st, since) => host.hold(st, { since }), await host.poll())];
  for (const guest of guests) watches.push(keepAsking(world, (st) => guest.hold(st), await guest.beat()));
  return watches;
}
