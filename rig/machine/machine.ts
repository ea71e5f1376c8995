// Machine of the rig: QEMU with its disks, started from scratch or from a snapshot; everything it has written is
// removed at the end.

import { join } from 'node:path';
import { ok, assertDefined, type Result } from '../../wire/errors.ts';
import { createAgent, type Agent } from './agent.ts';
import { createCalls, type Calls } from './calls.ts';
import { openChannel, type Channel } from './channel.ts';
import type { Image } from '../build/image.ts';
import { within } from './limit.ts';
import { runProgram } from '../build/program.ts';
import { openRunFolder, startQemu, type QemuProcess } from './qemu-process.ts';
import { PORTS, qemuCall } from './qemu.ts';
import { loadState, saveState, type MachineSnapshot } from './snapshot.ts';

export interface Machine {
  readonly qmp: Calls;
  readonly agent: Agent;
  /** Lines that tapin prints to stdout. */
  readonly device: Channel;
  /** Reports of the watcher in the machine on keys and LEDs. */
  readonly watch: Channel;
  /** Folder of this run, for files of the fixtures; removed at the end. */
  readonly folder: string;
  /** Wave file with everything played. */
  readonly sound: string;
  /** Data disk, a qcow2 file. */
  readonly data: string;
  /** Log of disk writes, if enabled, and the disk as it was before. */
  readonly log: string;
  readonly data_before: string;
  /**
   * Stops the machine and saves it so that other machines can resume from it. It is off afterwards. Errors:
   * `rig_failed`.
   */
  save(snapshot: MachineSnapshot): Promise<Result<unknown>>;
  /** Shuts the system down and waits until the machine is off. Errors: `rig_failed`. */
  powerOff(): Promise<Result<void>>;
  /** Kills the machine as if unplugged. Data that the kernel has not written to the disk is lost. */
  cutPower(): Promise<void>;
  /** Ends the machine, if it is running, and removes everything it has written. */
  close(): Promise<void>;
}

const OFF_MS_MAX = 120_000;

/** Start options of a machine. Default: boots with an empty data disk. */
interface Beginning {
  /** Disk to start from, which stays unchanged. */
  readonly data?: string;
  /** Saved state of a snapshot, which belongs to that disk. */
  readonly state?: string;
  /** Whether to log all disk writes in the machine's `log`. */
  readonly logs_writes?: boolean;
}

/** Starts a machine. Errors: `rig_failed` if QEMU does not start or rejects the snapshot. */
export async function startMachine(
  image: Image,
  { data, state, logs_writes = false }: Beginning = {},
): Promise<Result<Machine>> {
  const folder = openRunFolder();
  const inFolder = (name: string): string => join(folder.path, name);
  const disk = inFolder('data.qcow2');
  const [log, data_before] = [inFolder('writes.log'), inFolder('before.img')];
  const created = await (logs_writes
    ? copyForLog(data ?? image.data, { disk, data_before, log })
    : layOver(data ?? image.data, disk));
  if (!created.ok) {
    folder.remove();
    return created;
  }
  const socket = (name: string): string => inFolder(`${name}.sock`);
  const opened = ['qmp', ...Object.keys(PORTS)].map(async (name) => [name, await openChannel(socket(name))] as const);
  const channels = new Map(await Promise.all(opened));
  const paths = {
    channel: socket,
    console: inFolder('console.log'),
    sound: inFolder('sound.wav'),
    log: logs_writes ? log : null,
  };
  const qemu = startQemu(
    image.architecture.qemu,
    qemuCall({ ...image, data: disk }, paths, state !== undefined),
    paths.console,
  );
  const close = async (): Promise<void> => {
    await qemu.kill();
    for (const channel of channels.values()) channel.close();
    folder.remove();
  };
  const channel = (name: string): Channel => assertDefined(channels.get(name), name);
  const qmp = createCalls(channel('qmp'), 'QEMU');
  const started = await Promise.race([beginRunning(qmp, state), qemu.ended]);
  if (!started.ok) {
    await close();
    return started;
  }
  const agent = createAgent(createCalls(channel('agent'), 'The machine'));
  const about = { qmp, agent, folder: folder.path, sound: paths.sound, data: disk, log, data_before };
  return ok({
    ...about,
    device: channel('device'),
    watch: channel('watch'),
    ...switchesOf(about, qemu),
    close,
  });
}

/** Resumes the snapshot, or lets the machine boot. */
async function beginRunning(qmp: Calls, state: string | undefined): Promise<Result<unknown>> {
  const ready = await qmp.call('qmp_capabilities');
  return ready.ok && state !== undefined ? loadState(qmp, state) : ready;
}

type Switches = Pick<Machine, 'save' | 'powerOff' | 'cutPower'>;

/** Returns the functions that switch the machine off. */
function switchesOf({ qmp, agent, data: disk }: Pick<Machine, 'qmp' | 'agent' | 'data'>, qemu: QemuProcess): Switches {
  const off = (): Promise<Result<void>> => {
    const ended = qemu.ended.then(() => ok(undefined));
    return within(OFF_MS_MAX, 'The machine did not power off', ended);
  };
  return {
    async save({ state, data }) {
      const saved = await saveState(qmp, state);
      if (!saved.ok) return saved;
      void qmp.call('quit');
      const ended = await off();
      return ended.ok ? runProgram('qemu-img', ['convert', '-O', 'qcow2', disk, data]) : ended;
    },
    powerOff() {
      void agent.run('systemctl poweroff');
      return off();
    },
    cutPower: () => qemu.kill(),
  };
}

/** Copies the data disk twice, because the log holds only what was written, not the original content. */
async function copyForLog(
  from: string,
  { disk, data_before, log }: { readonly disk: string; readonly data_before: string; readonly log: string },
): Promise<Result<string>> {
  const copied = await runProgram('qemu-img', ['convert', '-O', 'raw', from, data_before]);
  return copied.ok
    ? runProgram('sh', ['-c', 'cp --sparse=always "$1" "$2" && : > "$3"', 'sh', data_before, disk, log])
    : copied;
}

/** Creates an overlay disk on top of another, which stays unchanged. */
function layOver(below: string, disk: string): Promise<Result<string>> {
  const format = below.endsWith('.qcow2') ? 'qcow2' : 'raw';
  return runProgram('qemu-img', ['create', '-q', '-f', 'qcow2', '-F', format, '-b', below, disk]);
}
