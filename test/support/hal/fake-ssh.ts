// The client of SSH without another machine: what it is to run there is run here, as if it were root's.

import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { temporaryFolder } from '../process/temporary-folder.ts';

interface FakeSsh {
  /** Each call of the client. */
  readonly calls: string;
}

/** Takes the place of ssh in this process. `connects`: a script of what the connection does. */
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
