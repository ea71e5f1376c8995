// A fake SSH client: it runs the remote command on this machine, with `id` reporting root.

import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { temporaryFolder } from '../process/temporary-folder.ts';

interface FakeSsh {
  /** Path of the log of client calls. */
  readonly calls: string;
}

/** Replaces ssh in this process. `connects`: shell script that runs instead of a real connection. */
export async function fakeSsh(t: ExecutionContext, connects: string): Promise<FakeSsh> {
  const folder = await temporaryFolder(t);
  const program = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
    return path;
  };
  const calls = join(folder, 'calls');
  program('id', 'echo 0');
  const ssh = program(
    'ssh',
    `echo "$*" >> ${calls}
case " $* " in
*" -N "*) ${connects} ;;
*" -O "*) exit 0 ;;
esac
for last; do :; done
PATH=${folder}:$PATH exec sh -c "$last"`,
  );
  process.env['TAPIN_SSH'] = `${ssh} -F lab.conf`;
  return { calls };
}
