// Tests of calls to the front panel of a slow or disappearing device.

import { once } from 'node:events';
import { createServer } from 'node:http';
import test, { type ExecutionContext } from 'ava';
import { openPanelBackend } from '../../../simulation/scenarios/panel-backend.ts';
import { portOf } from '../../support/process/port-of.ts';
import { valueOf } from '../../support/results.ts';

const SNAPSHOT = { lines: ['Menu'], states: {}, leds: [], sounds: [], sounds_count: 0, wanted_club_speed_mps: null };
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/api/devices': [{ index: 0, name: 'device', sensor: 'real' }],
  '/api/devices/0/sight': SNAPSHOT,
};

/** Starts a panel whose idle timeout has always passed, so that a second call on a connection finds it closed. */
async function slowPanel(t: ExecutionContext): Promise<string> {
  const used = new Set<unknown>();
  const server = createServer((request, response) => {
    const answer = ANSWERS[request.url ?? ''];
    if (used.has(request.socket)) return void request.socket.destroy();
    used.add(request.socket);
    response.writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer ?? { message: 'There is no such call.' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => void server.close());
  return `http://127.0.0.1:${portOf(server)}`;
}

test('[scenario] loses no call when a panel closes the connection after its answer', async (t) => {
  const origin = await slowPanel(t);
  const backend = valueOf(t, await openPanelBackend({ origin, token: 'token' }, ['device']));
  const target = backend.target('device');
  for (let i = 0; i < 3; i++) t.deepEqual((await target.snapshot()).lines, ['Menu']);
});
