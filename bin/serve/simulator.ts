// `tapin simulator`: runs a stand-in for a golf simulator on this machine.

import { createInterface } from 'node:readline';
import { createSystemClock } from '../../hal/clock/clock-system.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import { createGspconnect } from '../../sims/golf-simulators/gspconnect.ts';
import { createLenient, type LenientOptions } from '../../sims/golf-simulators/lenient.ts';
import { createPuttingPort } from '../../sims/golf-simulators/putting-port.ts';
import type { PuttingMode } from '../../sims/golf-simulators/putting-ways.ts';
import { serveHttp } from '../../sims/golf-simulators/serve-http.ts';
import { serveTcp } from '../../sims/golf-simulators/serve-tcp.ts';
import type { ServeAt, Served } from '../../sims/serving/serve-bodies.ts';
import { describeEvent, type Simulator } from '../../sims/golf-simulators/simulator.ts';
import type { Result } from '../../wire/errors.ts';
import { originOf } from '../../wire/listening.ts';
import { printMessage, exitWith, onShutdown, printListening, stderrLog } from '../process/process.ts';

type SimulatorOptions = ServeAt;

export interface GspconnectOptions extends SimulatorOptions {
  readonly reconnect: 'broken' | 'works';
  readonly first: 'any' | 'ready';
}

export type LenientSimulatorOptions = SimulatorOptions & Required<LenientOptions>;

export interface PuttingPortOptions extends SimulatorOptions {
  readonly answer: PuttingMode;
}

export async function serveGspconnect({ reconnect, first, ...at }: GspconnectOptions): Promise<void> {
  const clock = createSystemClock();
  const simulator = createGspconnect({
    clock,
    broken_reconnect: reconnect === 'broken',
    ready_first: first === 'ready',
  });
  watch(simulator, clock, 'gspconnect');
  listen(simulator, await serveTcp(simulator, at), ({ port }) => ({ host: at.host, port }));
}

export async function serveLenient({ reads, ...at }: LenientSimulatorOptions): Promise<void> {
  const simulator = createLenient({ reads });
  watch(simulator, createSystemClock(), 'lenient');
  listen(simulator, await serveTcp(simulator, at), ({ port }) => ({ host: at.host, port }));
}

export async function servePuttingPort({ answer, ...at }: PuttingPortOptions): Promise<void> {
  const simulator = createPuttingPort({ mode: answer });
  watch(simulator, createSystemClock(), 'putting-port');
  listen(simulator, await serveHttp(simulator, at), ({ port }) => ({ putting: `${originOf(at.host, port)}/putting` }));
}

function watch(simulator: Simulator, clock: Clock, area: string): void {
  const log = stderrLog(clock, false);
  simulator.onEvent((event) => log.write(event.kind === 'ignored' ? 'warn' : 'info', area, describeEvent(event)));
}

function listen(
  simulator: Simulator,
  served: Result<Served>,
  where: (served: Served) => Readonly<Record<string, unknown>>,
): void {
  if (!served.ok) exitWith(served.error);
  onShutdown(() => served.value.close());
  printListening(where(served.value));
  createInterface({ input: process.stdin }).on('line', (line) => onLine(simulator, line));
}

function onLine(simulator: Simulator, line: string): void {
  if (line.trim() === '') return;
  const done = simulator.command(line);
  printMessage(done.ok ? done.value : done.error.message);
}
