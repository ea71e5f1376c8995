// A front panel on a free port of this machine, with a device in virtual time.

import type { ExecutionContext } from 'ava';
import type { Clock } from '../../../hal/clock/clock.ts';
import { openPanel, type PanelServer } from '../../../sims/panel/panel-server.ts';
import type { PacedTime } from '../../../sims/panel/paced-time.ts';
import type { PanelDevice, PanelRecording } from '../../../sims/panel/panel-device.ts';
import { assert } from '../../../wire/errors.ts';
import { assertDeclared } from './declared-answer.ts';
import { deviceFixture, type DeviceFixture } from '../device/device-fixture.ts';
import { httpCall, type HttpAnswer, type HttpAsk } from '../process/http-call.ts';

export interface PanelFixture {
  readonly fixture: DeviceFixture;
  readonly panel: PanelServer;
  /** Origin, such as http://127.0.0.1:4711 */
  readonly origin: string;
  /** Makes a call with the correct token. @throws If the call does not declare the answer. */
  call(path: string, ask?: HttpAsk): Promise<HttpAnswer>;
  /** Sends a POST with JSON and the correct token. */
  post(path: string, body: unknown): Promise<HttpAnswer>;
}

interface PanelFixtureOptions {
  /** Changes how the panel sees the device. */
  readonly dress?: (fixture: DeviceFixture) => PanelDevice;
  readonly switchOn?: () => Promise<DeviceFixture>;
  /** Address of the machine in a network of its own. Default: none. */
  readonly ownAddress?: () => string | null;
  /** Real-time clock of the panel. Default: the system clock. */
  readonly wall?: Clock;
  /** Default: no recording. */
  readonly recording?: PanelRecording;
  /** Default: real time. */
  readonly timeOf?: (fixture: DeviceFixture) => PacedTime;
}

/** Opens the panel and stops everything after the test. */
export async function panelFixture(
  t: ExecutionContext,
  {
    dress = (fixture) => fixture,
    switchOn = deviceFixture,
    ownAddress,
    wall,
    recording,
    timeOf,
  }: PanelFixtureOptions = {},
): Promise<PanelFixture> {
  const fixture = await switchOn();
  const opened = await openPanel({
    devices: [dress(fixture)],
    host: '127.0.0.1',
    port: 0,
    log: fixture.log,
    ...(ownAddress && { ownAddress }),
    ...(wall && { wall }),
    ...(recording && { recording }),
    ...(timeOf && { time: timeOf(fixture) }),
  });
  assert(opened.ok, opened.ok ? '' : opened.error.message);
  const panel = opened.value;
  t.teardown(async () => {
    await panel.close();
    await fixture.stop();
  });
  const { origin } = new URL(panel.url);
  const call = async (path: string, ask: HttpAsk = {}): Promise<HttpAnswer> => {
    const headers = { Authorization: `Bearer ${panel.token}`, ...ask.headers };
    const answer = await httpCall(origin, path, { ...ask, headers });
    assertDeclared(ask.method ?? 'GET', path, answer);
    return answer;
  };
  return {
    fixture,
    panel,
    origin,
    call,
    post: (path, body) =>
      call(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
  };
}
