// node:test: a putt of Lag putting on a virtual device, over HTTP (docs/http-api.md). Needs nothing but Node 20:
//     TAPIN=./tapin node --test docs/examples/putt.test.mjs
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { test } from 'node:test';

/** Starts a device whose time moves only when the test says so. */
async function startDevice(t) {
  const call = ['run', '--virtual-time', '--paused', '--seed', '7', '--port', '0'];
  const tapin = spawn(process.env.TAPIN ?? './tapin', call, { stdio: ['ignore', 'pipe', 'ignore'] });
  t.after(() => tapin.kill());
  const first = await new Promise((resolve) => createInterface({ input: tapin.stdout }).once('line', resolve));
  const panel = new URL(JSON.parse(first).panel);
  const headers = { Authorization: `Bearer ${panel.searchParams.get('token')}`, 'Content-Type': 'application/json' };
  const ask = async (path, body) => {
    const sent = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(new URL(path, panel), sent);
    assert.ok(response.ok, await response.clone().text());
    return response.json();
  };
  const advance = (ms) => ask('/api/time', { advance_ms: ms });
  return {
    ask,
    advance,
    async press(...keys) {
      for (const key of keys) {
        await ask('/api/devices/0/key', { key });
        await advance(20);
      }
    },
    lines: async () => (await ask('/api/devices/0/sight')).lines,
  };
}

test('a verdict ends the roll', async (t) => {
  const { ask, advance, press, lines } = await startDevice(t);
  await advance(3000);
  await press('down', 'ok', 'ok');
  assert.equal((await lines())[0], 'Lag putting · Putt 1 of 10');
  // A breakpoint stops the time at the verdict, however long the ball rolls.
  await ask('/api/breakpoints', { text: 'Verdict: ' });
  await ask('/api/devices/0/strike', { club_speed_mps: 1.5 });
  const stopped = await advance(30_000);
  assert.ok(stopped.time_ms < 20_000);
  assert.ok((await lines()).some((line) => line.startsWith('Verdict: ')));
});
