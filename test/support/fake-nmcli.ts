// A program in a temporary folder that answers as nmcli does, with stations that a test sets.

import { chmod, copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { temporaryFolder } from './temporary-folder.ts';

/** `use`: it is the one of several stations of a name that is joined. */
export interface FakeStation {
  readonly name: string;
  readonly signal: number;
  readonly security?: string;
  readonly password?: string;
  readonly address?: string;
  readonly use?: boolean;
}

/** stopped: no NetworkManager. off: no adapter. eof: a second question for a password finds no line. */
type FakeMode = 'ok' | 'stopped' | 'off' | 'denied' | 'slow' | 'eof';

export interface FakeNmcli {
  readonly program: string;
  setStations(stations: readonly FakeStation[]): Promise<void>;
  setMode(mode: FakeMode): Promise<void>;
  /** Their arguments, as every user of the machine sees them. */
  calls(): Promise<string>;
}

const word = (text: string | undefined): string => (text ?? '-').replaceAll(' ', '_') || '-';

export async function fakeNmcli(t: ExecutionContext): Promise<FakeNmcli> {
  const folder = await temporaryFolder(t);
  const at = (name: string): string => join(folder, name);
  await copyFile(new URL('fake-nmcli.sh', import.meta.url), at('nmcli'));
  await chmod(at('nmcli'), 0o755);
  for (const [name, text] of [
    ['mode', 'ok'],
    ['active', ''],
    ['calls', ''],
    ['stations', ''],
  ] as const)
    // oxfmt-ignore
    await writeFile(at(name), text);
  return {
    program: at('nmcli'),
    setStations: (stations) =>
      writeFile(
        at('stations'),
        stations
          .map(({ name, signal, security, password, address, use = true }, i) => {
            const bssid = `00:23:F8:7E:12:${(0xa0 + i).toString(16).toUpperCase()}`;
            return `${[use ? '+' : '-', bssid, word(security), signal, word(password), word(address), name || '-'].join(' ')}\n`;
          })
          .join(''),
      ),
    setMode: (mode) => writeFile(at('mode'), mode),
    calls: () => readFile(at('calls'), 'utf8'),
  };
}
