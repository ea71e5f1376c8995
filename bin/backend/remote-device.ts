// The device installed on another machine, reconfigured while a scenario plays on it: with a temporary storage, so its
// own data stays untouched, and with another sensor if one is given. All changes lie below /run and are gone after a
// reboot.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { create as createArchive } from 'tar';
import type { Scenario } from '../../simulation/scenarios/scenario.ts';
import { ok, assertDefined, type Result } from '../../wire/errors.ts';
import { readInstalledUnit, scenarioUnit, withSensor, type InstalledUnit } from './installed-unit.ts';
import { prepareStorage } from './prepare-storage.ts';
import type { SshConnection } from './ssh-connection.ts';

const PLACE = '/run/tapin-scenario';
/** Path of the link to the virtual board. */
export const REMOTE_BOARD = `${PLACE}/board`;
export const REMOTE_LOCK = `${PLACE}/lock`;
const [DATA, BOARD_FILE] = [`${PLACE}/data`, `${PLACE}/board.yaml`];
/** systemd applies the drop-in that sorts last. */
const UNIT_FOLDER = '/run/systemd/system/tapin.service.d';
const UNIT = `${UNIT_FOLDER}/zz-scenario.conf`;

export interface RemoteDevice {
  /** Resolves when the service is ready. */
  start(): Promise<Result<unknown>>;
  stop(): Promise<Result<unknown>>;
  /** Kills it without a clean shutdown. */
  kill(): Promise<Result<unknown>>;
  /** Returns the token of its front panel. */
  token(): Promise<Result<string>>;
  /** Restores the installed device to its previous state. */
  restore(): Promise<Result<unknown>>;
}

/**
 * Reads the unit, without the drop-in of an interrupted scenario. Errors: `ssh_failed`, and `bad_value` if none is
 * installed.
 */
export async function readRemoteUnit({ run }: SshConnection): Promise<Result<InstalledUnit>> {
  const text = await run(String.raw`systemctl cat tapin.service | sed '/^# .*\/zz-scenario\.conf$/,$d'`);
  return text.ok ? readInstalledUnit(text.value) : text;
}

/**
 * Prepares the device and leaves it off. `sensor`: its port on that machine; null keeps the installed one. Errors:
 * `ssh_failed` and any storage error.
 */
export async function prepareRemoteDevice(
  { run }: SshConnection,
  unit: InstalledUnit,
  scenario: Scenario,
  sensor: string | null,
): Promise<Result<RemoteDevice>> {
  const archive = await storageArchive(scenario);
  if (!archive.ok) return archive;
  const was = await run('systemctl is-active tapin || true');
  if (!was.ok) return was;
  const board = await run(`cat ${unit.board}`);
  if (!board.ok) return board;
  const place = { data: DATA, board: sensor === null ? unit.board : BOARD_FILE };
  const written = [
    [BOARD_FILE, sensor === null ? board.value : withSensor(board.value, sensor)],
    [UNIT, scenarioUnit(unit, place)],
  ] as const;
  const restore = (): Promise<Result<string>> =>
    run(
      [
        'systemctl stop tapin',
        `rm -rf ${UNIT} ${DATA} ${BOARD_FILE}`,
        'systemctl daemon-reload',
        was.value.trim() === 'active' ? 'systemctl start tapin' : 'true',
      ].join('; '),
    );
  const prepared = await run(
    [
      'systemctl stop tapin',
      `rm -rf ${DATA}`,
      `mkdir -p ${DATA} ${UNIT_FOLDER}`,
      `tar -x --no-same-owner -C ${DATA}`,
      `chown -R "$(systemctl show -p User --value tapin):" ${DATA}`,
      ...written.map(([path, text]) => `printf %s '${text.replaceAll("'", String.raw`'\''`)}' > ${path}`),
      'systemctl daemon-reload',
    ].join(' && '),
    archive.value,
  );
  if (!prepared.ok) await restore();
  if (!prepared.ok) return prepared;
  return ok({
    restore,
    start: () => run('systemctl start tapin'),
    stop: () => run('systemctl stop tapin'),
    kill: () => run('systemctl kill --signal=KILL tapin; systemctl stop tapin'),
    async token() {
      const read = await run(`cat ${DATA}/panel-token`);
      return read.ok ? ok(read.value.trim()) : read;
    },
  });
}

/** Packs the initial storage of the scenario's device. */
async function storageArchive(scenario: Scenario): Promise<Result<Uint8Array>> {
  const folder = mkdtempSync(join(tmpdir(), 'tapin-storage-'));
  try {
    const prepared = await prepareStorage(folder, assertDefined(scenario.devices[0], 'a device'), scenario);
    return prepared.ok ? ok(await buffer(createArchive({ cwd: folder, portable: true }, ['.']))) : prepared;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
