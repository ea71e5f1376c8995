// Devices around one table that ask again the instant they are answered, and when each of their answers came.

import { joinGuest, openHost, playersOf, type Guest, type Host } from './relay-table.ts';
import type { Held, RelayWorld, Reply, VirtualRelayWorld } from './relay-world.ts';

/** When the answers to one device came on the virtual clock, and what they said. */
interface Watch {
  readonly times: number[];
  readonly replies: Reply[];
}

/** A device that asks again the instant it is answered, with what the answer said. */
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
