// A fake nmcli program in a temporary folder, with stations set by the test.

import { chmod, copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { temporaryFolder } from '../process/temporary-folder.ts';

/**
 * Wi-Fi station. `name`: a Buffer if it is not UTF-8. `use`: the station to join among several with the same name.
 * Default: true.
 */
export interface FakeStation {
  readonly name: string | Buffer;
  readonly signal: number;
  readonly security?: string;
  readonly password?: string;
  readonly address?: string;
  readonly use?: boolean;
  /** User name that it requires. Default: none. */
  readonly user?: string;
  readonly hidden?: boolean;
}

/** stopped: no NetworkManager. off: no adapter. eof: the second password prompt reads no input. */
type FakeMode = 'waking' | 'ok' | 'stopped' | 'hung' | 'off' | 'denied' | 'slow' | 'eof' | `reason ${string}`;

interface FakeNmcli {
  readonly program: string;
  setStations(stations: readonly FakeStation[]): Promise<void>;
  setMode(mode: FakeMode): Promise<void>;
  /** Sets NetworkManager's finding on the joined network, such as `portal`. */
  setConnectivity(found: string): Promise<void>;
  /** Returns the arguments of all calls, as any user of the machine can see them. */
  calls(): Promise<string>;
}

const word = (text: string | undefined): string => (text ?? '-').replaceAll(' ', '_') || '-';

const textOf = (name: string | Buffer): string => (typeof name === 'string' ? name : name.toString('latin1'));

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
    ['connectivity', 'full'],
  ] as const)
    // oxfmt-ignore
    await writeFile(at(name), text);
  return {
    program: at('nmcli'),
    async setStations(stations) {
      const lines = stations.map(({ name, signal, security, password, address, user, use = true, hidden }, i) => {
        const bssid = `00:23:F8:7E:12:${(0xa0 + i).toString(16).toUpperCase()}`;
        const hex = Buffer.from(name).toString('hex').toUpperCase();
        const shown = hidden ? 'h' : use ? '+' : '-';
        const secret = user === undefined ? password : `${user} ${password}`;
        return [shown, bssid, word(security), signal, word(secret), word(address), hex || '-'].join(' ');
      });
      for (const { name } of stations)
        // nmcli 1.42.4 prints bytes that are not UTF-8 as Latin-1.
        await writeFile(at(`text-${Buffer.from(name).toString('hex').toUpperCase()}`), textOf(name));
      await writeFile(at('stations'), lines.map((line) => `${line}\n`).join(''));
    },
    setConnectivity: (found) => writeFile(at('connectivity'), found),
    setMode: (mode) => writeFile(at('mode'), mode),
    calls: () => readFile(at('calls'), 'utf8'),
  };
}
