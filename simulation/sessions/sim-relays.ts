// Several simulated relays on a shared engine; each request goes to a random live relay. Relays are killed and
// restarted; calls to the engine are delayed or lost; hints are lost, late or duplicated; the engine fails, and a
// replica takes over, which lacks the latest writes in half of the seeds.

import { createCloud } from '../../cloud-stub/cloud.ts';
import { createSharedEngine } from '../../cloud-stub/relay/fleet/engine-shared.ts';
import { createVirtualStore, type Delivery } from '../../cloud-stub/relay/fleet/store-virtual.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import { createMemoryLog } from '../../hal/log/log-memory.ts';
import type { Random } from '../../hal/random/random.ts';
import { assertDefined } from '../../wire/errors.ts';
import { ORIGIN, take, type Running, type SimRelay, type SimRelayDeps } from './sim-relay.ts';

/** Mean minutes between faults of the engine, until all is healed. */
const AWAY_MIN = 8;
const FAIL_OVER_MIN = 8;
/** Largest lag of a replica. */
const BEHIND_MS_MAX = 1000;
const MINUTE_MS = 60_000;

export function createSimRelays(deps: Omit<SimRelayDeps, 'file'>, count: number): SimRelay {
  const { clock, network, trace, checks } = deps;
  const random = deps.random.fork('engine');
  let healed = false;
  const storeTime = (): number => clock.unix_s() * 1000 + (Math.floor(clock.now_ms()) % 1000);
  const store = createVirtualStore(storeTime);
  const loses = random.fork('fail-over').float() < 1 / 2;
  const delivery = deliveryOf(random.fork('delivery'), () => healed);
  const relays: (Running | null)[] = Array.from({ length: count }, () => null);
  const living = (): Running[] => relays.flatMap((relay) => relay ?? []);
  let starts = 0;
  const serve = (): void => {
    if (living().length === 0) return network.serve(ORIGIN, null);
    network.serve(ORIGIN, (call) => take(deps, pick(random, living()), call));
  };
  const startOne = (at: number): void => {
    trace.event('relay', `${at} starts`);
    relays[at] = startRelay(deps, deps.random.fork(`start ${++starts}`), (mortal) => store.connect(mortal, delivery));
    checks.relayStarted(clock.now_ms());
  };
  const again = (minutes: number, act: () => void): void => {
    const wait_ms = -Math.log(1 - random.float()) * minutes * MINUTE_MS;
    clock.setTimeout(() => {
      if (healed) return;
      act();
      again(minutes, act);
    }, wait_ms);
  };
  again(AWAY_MIN, () => {
    trace.event('engine', 'is away');
    store.setAway(true);
    clock.setTimeout(() => store.setAway(false), 200 + random.float() * 5000);
  });
  again(FAIL_OVER_MIN, () => {
    const behind_ms = loses ? random.float() * BEHIND_MS_MAX : 0;
    trace.event('engine', `a replica takes over that is ${behind_ms.toFixed(3)} ms behind`);
    store.failOver(loses ? storeTime() - behind_ms : Number.POSITIVE_INFINITY);
    // Store and clock may differ by a fraction of a millisecond.
    if (loses) checks.tailLost(clock.now_ms() - behind_ms - 2, clock.now_ms());
  });
  return {
    start() {
      for (const [at, relay] of relays.entries()) if (!relay) startOne(at);
      serve();
    },
    kill() {
      const at = random.int(count);
      const relay = relays[at];
      if (!relay) return;
      trace.event('relay', `${at} is killed`);
      relay.kill();
      for (const request of relay.pending) checks.callerGone(request);
      relays[at] = null;
      serve();
    },
    heal() {
      healed = true;
      store.setAway(false);
    },
  };
}

const pick = <T>(random: Random, list: readonly T[]): T => assertDefined(list[random.int(list.length)], 'one of them');

function startRelay(
  { clock, keys }: Pick<SimRelayDeps, 'clock' | 'keys'>,
  random: Random,
  connect: (clock: Clock) => Parameters<typeof createSharedEngine>[0]['store'],
): Running {
  let dead = false;
  const mortal: Clock = { ...clock, setTimeout: (fire, ms) => clock.setTimeout(() => !dead && fire(), ms) };
  const engine = createSharedEngine({ clock: mortal, random, store: connect(mortal) });
  const cloud = createCloud({
    clock: mortal,
    log: createMemoryLog(clock),
    engine,
    registry: { keyOf: (id) => keys.get(id) ?? null },
    limited: true,
  });
  return { cloud, pending: new Set(), kill: () => void (dead = true), dead: () => dead };
}

/** Draws delays: mostly a millisecond, sometimes long, rarely a loss. */
function deliveryOf(random: Random, isHealed: () => boolean): Delivery {
  const delay = (): number => (random.float() < 0.01 ? 20 + random.float() * 400 : 0.2 + random.float() * 2);
  return (what) => {
    if (isHealed()) return [delay()];
    if (what !== 'hint') return random.float() < 0.001 ? [] : [delay()];
    const drawn = random.float();
    if (drawn < 0.05) return [];
    return drawn < 0.1 ? [delay(), 200 + delay()] : [drawn < 0.15 ? 300 + delay() : delay()];
  };
}
