// Plays a scenario over SSH on the device of another machine, such as a Raspberry Pi. Its keys are pressed through a
// virtual kernel keyboard; its sensor is a virtual board behind a pseudo-terminal there, or one on a serial port of
// this machine that is wired to it.

import { createInterface } from 'node:readline';
import { EMPTY_SNAPSHOT, type Backend, type DeviceTarget } from '../../simulation/scenarios/backend.ts';
import { openPanelBackend } from '../../simulation/scenarios/panel-backend.ts';
import type { Scenario } from '../../simulation/scenarios/scenario.ts';
import { settled } from '../../simulation/scenarios/settled.ts';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { openBoardProcess, type BoardProcess } from './board-process.ts';
import { prepareRemoteDevice, readRemoteUnit, REMOTE_BOARD, REMOTE_LOCK, type RemoteDevice } from './remote-device.ts';
import { startOperator, type RemoteOperator } from './remote-operator.ts';
import { openSsh, type SshConnection } from './ssh-connection.ts';
import { sensorReady, WIRED } from './wired-device.ts';

export interface SshPlace {
  /** Any destination that ssh accepts. */
  readonly host: string;
  /**
   * Local serial port, wired to the remote port that its board file names; null for a virtual board on the remote
   * machine.
   */
  readonly board_port: string | null;
}

/** Time within which a key press takes effect, if it has any. */
const SETTLE_MS_MAX = 1500;
const CALL_MS_MAX = 60_000;

/** Cleanup functions, run in reverse order. */
type Closers = (() => Promise<unknown>)[];

/** Opens the backend. Errors: `ssh_failed`; `bad_value` if no device is installed there or it does not start. */
export async function openSshBackend(place: SshPlace, scenario: Scenario): Promise<Result<Backend>> {
  const closers: Closers = [];
  const close = async (): Promise<void> => {
    for (const each of closers.splice(0).toReversed()) await each().catch(() => undefined);
  };
  const opened = await open(place, scenario, closers).catch((thrown: unknown) => fail('ssh_failed', messageOf(thrown)));
  if (!opened.ok) await close();
  return opened.ok ? ok({ ...opened.value, close }) : opened;
}

async function open(place: SshPlace, scenario: Scenario, closers: Closers): Promise<Result<Omit<Backend, 'close'>>> {
  const { host } = place;
  if (scenario.devices.length > 1)
    return fail('bad_value', `The machine ${host} is one device, but the scenario has ${scenario.devices.length}.`);
  const connected = await openSsh(host);
  if (!connected.ok) return connected;
  const { value: ssh } = connected;
  closers.push(() => ssh.close());
  const unit = await readRemoteUnit(ssh);
  if (!unit.ok) return unit;
  const operator = await startOperator(ssh, { host, ...operatorCall(unit.value.program, place, scenario.seed) });
  if (!operator.ok) return operator;
  closers.push(() => operator.value.close());
  const board = await openBoard(place, operator.value, scenario.seed);
  if (!board.ok) return board;
  closers.push(() => board.value.close());
  const sensor = place.board_port === null ? REMOTE_BOARD : null;
  const device = await prepareRemoteDevice(ssh, unit.value, scenario, sensor);
  if (!device.ok) return device;
  closers.push(() => device.value.restore());
  const log = followLog(ssh, closers);
  const port = await ssh.forward(unit.value.panel_port);
  if (!port.ok) return port;
  return play({ host, port: port.value, scenario, log }, device.value, operator.value, board.value);
}

const operatorCall = (program: string, { board_port }: SshPlace, seed: number): { call: string; lock: string } => ({
  call: [program, 'operate', ...(board_port === null ? ['--board', REMOTE_BOARD] : []), '--seed', seed].join(' '),
  lock: REMOTE_LOCK,
});

/** Opens a board on the local port, or uses the one of the remote input agent, which ends with that agent. */
async function openBoard(
  { board_port }: SshPlace,
  { send }: RemoteOperator,
  seed: number,
): Promise<Result<BoardProcess>> {
  if (board_port !== null) return openBoardProcess(board_port, seed);
  const state = { plugged: true, fault: 'ok' };
  return ok({
    target: {
      stroke: send,
      async plug(plugged) {
        state.plugged = plugged;
        return send({ plugged });
      },
      async fault(fault) {
        state.fault = fault;
        return send({ fault });
      },
    },
    isSound: () => state.plugged && state.fault === 'ok',
    close: async () => {},
  });
}

/** Collects the service's log lines from now on. */
function followLog(ssh: SshConnection, closers: Closers): readonly string[] {
  const log: string[] = [];
  const following = ssh.start('exec journalctl --follow --lines=0 --output=cat --unit=tapin');
  createInterface({ input: following.stdout }).on('line', (line) => log.push(line));
  closers.push(async () => void following.kill('SIGTERM'));
  return log;
}

interface Played {
  readonly host: string;
  readonly port: number;
  readonly scenario: Scenario;
  readonly log: readonly string[];
}

async function play(
  { host, port, scenario, log }: Played,
  device: RemoteDevice,
  operator: RemoteOperator,
  board: BoardProcess,
): Promise<Result<Omit<Backend, 'close'>>> {
  const name = scenario.devices[0]?.name ?? '';
  const started_ms = performance.now();
  const switchOn = async (): Promise<Result<Backend>> => {
    const started = await device.start();
    if (!started.ok) return started;
    const token = await device.token();
    if (!token.ok) return token;
    const address = { origin: `http://127.0.0.1:${port}`, token: token.value, call_ms_max: CALL_MS_MAX };
    const panel = await openPanelBackend(address, [name]);
    if (!panel.ok || !board.isSound()) return panel;
    const ready = await sensorReady(panel.value.target(name), log);
    return ready.ok ? panel : ready;
  };
  const started = await switchOn();
  if (!started.ok) return started;
  let panel: Backend | null = started.value;
  const target: DeviceTarget = {
    ...started.value.target(name),
    ...board.target,
    async key(key, action) {
      const act = (): Promise<Result<unknown>> => operator.send({ key, action });
      return action === 'tap' && panel ? settled(panel.target(name), act, SETTLE_MS_MAX) : act();
    },
    snapshot: async () => (panel ? panel.target(name).snapshot() : EMPTY_SNAPSHOT),
    png: async () => (panel ? panel.target(name).png() : new Uint8Array()),
    async power(action) {
      if (action === 'on') {
        const again = panel ? ok(panel) : await switchOn();
        if (again.ok) panel = again.value;
        return again;
      }
      panel = null;
      return action === 'cut' ? device.kill() : device.stop();
    },
  };
  return ok({
    ...started.value,
    name: host,
    can: new Set([...started.value.can, ...WIRED]),
    settle_ms: 0,
    target: () => target,
    now_ms: () => performance.now() - started_ms,
    log: () => log,
  });
}
