// Finds the process that holds a lock on a file, from /proc/locks on Linux.

import { readFileSync, statSync } from 'node:fs';

/** Returns `the process 1234 (sqlite3)`; '' if the system does not report it. */
export function lockOwner(path: string): string {
  try {
    const inode = statSync(path).ino;
    // proc_locks(5): `1: POSIX  ADVISORY  READ 1234 08:01:131074 1073741826 1073742335`; an owner of -1 is an open file
    // description, without a pid.
    for (const line of readFileSync('/proc/locks', 'utf8').split('\n')) {
      const [, pid, of] = / (\d+) [0-9a-f]+:[0-9a-f]+:(\d+) /.exec(line) ?? [];
      if (pid !== undefined && Number(of) === inode && Number(pid) !== process.pid)
        return `the process ${pid} (${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()})`;
    }
    return '';
  } catch {
    return '';
  }
}
