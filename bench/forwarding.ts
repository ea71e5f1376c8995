// What shot forwarding costs play: from a strike's event to the new picture, with a server that never answers, and without one. And how
// many rolls are predicted a second.

import { deviceFixture } from '../test/support/device/device-fixture.ts';
import { choose, flashWith, players } from '../test/support/device/play.ts';
import { createUndiciHttp } from '../hal/http/http-undici.ts';
import { createVirtualClock } from '../hal/clock/clock-virtual.ts';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { outcomeOf } from '../firmware/roll/verdict.ts';
import { perfectStroke } from '../sims/putter/golfer.ts';
import { median, ms, thousands, type Figure, type Size } from './figures.ts';
import { portOf } from '../wire/listening.ts';

const COUNTS = { whole: { putts: 18, rounds: 6, rolls: 400_000 }, tiny: { putts: 2, rounds: 1, rolls: 1000 } } as const;
/** The board has reported by then; and by then the shot is dropped. */
const [REPORTED_MS, GIVEN_UP_MS] = [600, 7000];

export async function benchForwarding(size: Size): Promise<readonly Figure[]> {
  const { putts, rounds, rolls } = COUNTS[size];
  const server = createServer((request) => void request.resume()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${portOf(server.address())}`;
  const [without, dead]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    without.push(...(await strikes(null, putts)));
    dead.push(...(await strikes(origin, putts)));
  }
  server.close();
  server.closeAllConnections();
  return [
    {
      what: 'a strike’s picture with a server that never answers',
      value: ms(median(dead)),
      beside: `without forwarding ${ms(median(without))}; aim nothing measurable`,
    },
    {
      what: 'rolls with their verdict predicted a second',
      value: thousands(rollsASecond(rolls)),
      beside: 'aim 1,000,000',
    },
  ];
}

/** Milliseconds of this machine from each swing until its putt is on the screen, drawn. */
async function strikes(origin: string | null, putts: number): Promise<readonly number[]> {
  const http = createUndiciHttp({ routes: origin === null ? {} : { 'http://192.168.1.20:8080': origin } });
  const forwarding = { address: origin === null ? '' : '192.168.1.20', port: 8080 };
  const flash = await flashWith({ players: players('Ana'), forwarding });
  const fixture = await deviceFixture({ clock: createVirtualClock(), http, flash });
  await choose(fixture, 'Close-in putting');
  await choose(fixture, 'Start');
  const took_ms: number[] = [];
  for (let putt = 0; putt < putts; putt++) {
    fixture.rig?.strike(perfectStroke(1.5));
    const start = performance.now();
    await fixture.clock.advance(REPORTED_MS);
    fixture.screen.pixels();
    took_ms.push(performance.now() - start);
    await new Promise((resolve) => setImmediate(resolve));
    await fixture.clock.advance(GIVEN_UP_MS);
  }
  await fixture.stop();
  await http.close();
  return took_ms;
}

function rollsASecond(rolls: number): number {
  const start = performance.now();
  let holed = 0;
  for (let n = 0; n < rolls; n++) {
    const ball = { speed_mps: 0.5 + (n % 500) / 100, start_deg: ((n % 40) - 20) / 10 };
    if (outcomeOf(ball, { stimp_ft: 8 + (n % 6), x_factor: 1 }, 3 + (n % 30)).verdict === 'holed') holed++;
  }
  return holed > 0 ? (1000 * rolls) / (performance.now() - start) : 0;
}
