// The virtual putter: a head 20 mm deep, set down over row B, drawn back and swung through at constant speed.

import test from 'ava';
import fc from 'fast-check';
import { CHANNEL } from '../../../hal/sensor/messages.ts';
import { gateEdges, strokeLasts_s, type GateEdge } from '../../../sims/putter/putter.ts';
import { MIDDLING, apertures, oracleTimes, plausibleStrokes, strokeOfPage } from '../../hal/sensor/gate-model.ts';

/** Returns the edges in pairs: when each channel was covered, and for how long. */
function covers(edges: readonly GateEdge[], channel: number): { from_s: number; for_s: number }[] {
  const own = edges.filter((edge) => edge.channel === channel);
  return own.flatMap(({ at_s, covered }, n) =>
    covered ? [{ from_s: at_s, for_s: (own[n + 1]?.at_s ?? Number.NaN) - at_s }] : [],
  );
}

const possible = plausibleStrokes.filter((page) => !oracleTimes(page).some(Number.isNaN));
const channels = Object.entries(CHANNEL);

test('[board] on the stroke, covers each channel exactly as long as a head of 20 mm takes', (t) => {
  fc.assert(
    fc.property(possible, (page) => {
      const edges = gateEdges(strokeOfPage(page));
      for (const [name, channel] of channels) {
        const last = covers(edges, channel).at(-1);
        t.true(Math.abs((last?.for_s ?? 0) - 0.02 / page.v_mps) < 1e-9, `${name} of ${JSON.stringify(page)}`);
      }
    }),
    { numRuns: 100 },
  );
});

test('[board] on the stroke, reaches each channel when the model predicts, including aperture errors', (t) => {
  const inReach = fc
    .tuple(plausibleStrokes, apertures)
    .filter(([page, error_um]) => !oracleTimes(page, error_um).some(Number.isNaN));
  fc.assert(
    fc.property(inReach, ([page, error_um]) => {
      const edges = gateEdges(strokeOfPage(page), error_um);
      const times = oracleTimes(page, error_um);
      const met = channels.map(([, channel]) => covers(edges, channel).at(-1)?.from_s ?? 0);
      for (const [channel, s] of met.entries()) {
        const expected = (times[channel] ?? 0) - (times[0] ?? 0);
        t.true(Math.abs(s - (met[0] ?? 0) - expected) < 1e-9, `${channel} of ${JSON.stringify(page)}`);
      }
    }),
    { numRuns: 100 },
  );
});

test('[board] sets the putter down with its edge 10 mm behind the ball, over row B', (t) => {
  const edges = gateEdges(strokeOfPage(MIDDLING));
  const at_once = edges.filter(({ at_s, covered }) => at_s === 0 && covered).map(({ channel }) => channel);
  t.true(at_once.includes(CHANNEL.LB) && at_once.includes(CHANNEL.RB));
  t.false(at_once.includes(CHANNEL.LA) || at_once.includes(CHANNEL.RA));
});

test('[board] the backstroke passes every gate, row B before row A, and clears them before the stroke', (t) => {
  const edges = gateEdges(strokeOfPage(MIDDLING));
  const back = channels.map(([, channel]) => covers(edges, channel));
  for (const [n, [name]] of channels.entries()) t.is(back[n]?.length, 2, name);
  const first = (channel: number): number => back[channel]?.[0]?.from_s ?? 0;
  t.true(first(CHANNEL.LB) < first(CHANNEL.LA) && first(CHANNEL.RB) < first(CHANNEL.RA));
  const cleared = Math.max(...back.map((pair) => (pair[0]?.from_s ?? 0) + (pair[0]?.for_s ?? 0)));
  const through = Math.min(...back.map((pair) => pair[1]?.from_s ?? 0));
  // The board needs 100 ms of clear channels to arm again.
  t.true(through - cleared > 0.1, `${through - cleared}`);
});

test('[board] edges are in order of time, alternate on each channel, and leave every gate clear', (t) => {
  fc.assert(
    fc.property(possible, (page) => {
      const edges = gateEdges(strokeOfPage(page));
      for (const [n, { at_s }] of edges.entries()) t.true(at_s >= (edges[n - 1]?.at_s ?? 0));
      for (const [, channel] of channels) {
        const own = edges.filter((edge) => edge.channel === channel);
        t.true(own.every(({ covered }, n) => covered === (n % 2 === 0)));
        t.is(own.length % 2, 0);
      }
      t.true((edges.at(-1)?.at_s ?? 0) <= strokeLasts_s(page.v_mps));
    }),
    { numRuns: 60 },
  );
});

test('[board] an impossible stroke never reaches the putter', (t) => {
  t.throws(() => gateEdges(strokeOfPage({ ...MIDDLING, face_deg: 89 })), { message: /impossible stroke/ });
});
