// The device that is installed on another machine, as it is while a scenario is played on it: with a storage of its own, so it forgets nothing,
// and with another sensor where one is given. All that is changed there lies below /run, and is gone with a restart of the machine.

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
/** The link to the virtual board. */
export const REMOTE_BOARD = `${PLACE}/board`;
export const REMOTE_LOCK = `${PLACE}/lock`;
const [DATA, BOARD_FILE] = [`${PLACE}/data`, `${PLACE}/board.yaml`];
/** The last of what is added to the unit counts. */
const UNIT_FOLDER = '/run/systemd/system/tapin.service.d';
const UNIT = `${UNIT_FOLDER}/zz-scenario.conf`;

export interface RemoteDevice {
  /** Done when it is ready. */
  start(): Promise<Result<unknown>>;
  stop(): Promise<Result<unknown>>;
  /** Ends it in the middle of whatever it does. */
  kill(): Promise<Result<unknown>>;
  /** Of its front panel. */
  token(): Promise<Result<string>>;
  /** The installed device is as it was before. */
  restore(): Promise<Result<unknown>>;
}

/** Without what a scenario has left that was cut off. Errors: `ssh_failed`, and `bad_value` where none is installed. */
export async function readRemoteUnit({ run }: SshConnection): Promise<Result<InstalledUnit>> {
  const text = await run(String.raw`systemctl cat tapin.service | sed '/^# .*\/zz-scenario\.conf$/,$d'`);
  return text.ok ? readInstalledUnit(text.value) : text;
}

/** It is off then. `sensor`: its port there; null where it has one already. Errors: `ssh_failed`, and those of a storage. */
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

/** What the storage begins with, packed. */
async function storageArchive(scenario: Scenario): Promise<Result<Uint8Array>> {
  const folder = mkdtempSync(join(tmpdir(), 'tapin-storage-'));
  try {
    const prepared = await prepareStorage(folder, assertDefined(scenario.devices[0], 'a device'), scenario);
    return prepared.ok ? ok(await buffer(createArchive({ cwd: folder, portable: true }, ['.']))) : prepared;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
