// A small machine on this one: a control group (version 1 or 2) with one core at a share of its speed, and a limit to
// its memory. A period of 4 ms comes closer to a slow core than the kernel's 100 ms.

import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = '/sys/fs/cgroup';
const PERIOD_US = 4000;

interface Limits {
  /** Share of one core's time. */
  readonly speed: number;
  readonly memory_mb: number;
}

export interface SmallMachine {
  /** Starts a program on it, with its stdout as a pipe. */
  spawn(program: string, args: readonly string[]): ChildProcess;
  processes(): readonly number[];
  /** Ends its processes and removes it. */
  remove(): Promise<void>;
}

const is_second = existsSync(join(ROOT, 'cgroup.controllers'));

/** Returns why this machine can't have one; '' if it can. */
export function noSmallMachine(): string {
  if (process.platform !== 'linux') return 'requires control groups of Linux';
  if (process.getuid?.() !== 0) return 'requires root, for a control group';
  const folders = is_second ? [ROOT] : ['cpu', 'memory'].map((each) => join(ROOT, each));
  const missing = folders.find((folder) => !mayWrite(folder));
  if (missing !== undefined) return `requires ${missing}, writable`;
  if (!is_second) return '';
  const given = readFileSync(join(ROOT, 'cgroup.subtree_control'), 'utf8').split(/\s+/);
  return ['cpu', 'memory'].every((each) => given.includes(each)) ? '' : `requires cpu and memory in ${ROOT}`;
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

export function createSmallMachine({ speed, memory_mb }: Limits): SmallMachine {
  const name = `tapin-bench-${process.pid}`;
  const folders = is_second ? [join(ROOT, name)] : ['cpu', 'memory'].map((each) => join(ROOT, each, name));
  for (const folder of folders) mkdirSync(folder);
  const [first = '', last = ''] = [folders[0], folders.at(-1)];
  const quota_us = speed * PERIOD_US;
  const bytes = `${memory_mb * 1024 * 1024}`;
  if (is_second) {
    writeFileSync(join(first, 'cpu.max'), `${quota_us} ${PERIOD_US}`);
    writeFileSync(join(first, 'memory.max'), bytes);
  } else {
    writeFileSync(join(first, 'cpu.cfs_period_us'), `${PERIOD_US}`);
    writeFileSync(join(first, 'cpu.cfs_quota_us'), `${quota_us}`);
    writeFileSync(join(last, 'memory.limit_in_bytes'), bytes);
  }
  const processes = (): readonly number[] =>
    readFileSync(join(first, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean).map(Number);
  const enter = folders.map((folder) => `echo $$ > ${folder}/cgroup.procs`).join(' && ');
  return {
    spawn: (program, args) =>
      spawn('sh', ['-c', `${enter} && exec taskset -c 0 "$0" "$@"`, program, ...args], {
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    processes,
    async remove() {
      for (let left = processes(); left.length > 0; left = processes()) {
        for (const pid of left) process.kill(pid, 'SIGKILL');
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      for (const folder of folders) rmdirSync(folder);
    },
  };
}
