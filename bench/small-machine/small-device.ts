// A device on a small machine, and the phone's calls to it.

import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { fieldsIn } from '../../test/support/read-json.ts';
import { assert } from '../../wire/errors.ts';
import { wait } from '../waits.ts';
import type { SmallMachine } from './control-group.ts';

export interface SmallDevice {
  /** From its start to its first frame. */
  readonly boot_ms: number;
  /** Address of the page, with its token. */
  readonly panel: string;
  /** Resolves once the text of the screen matches. */
  until(what: string, holds: (text: string) => boolean): Promise<void>;
  tap(...keys: readonly string[]): Promise<void>;
  /** Moves to the row and presses OK. */
  choose(row: string): Promise<void>;
  end(): Promise<void>;
}

const ROWS_MAX = 50;

/** Starts the release, with its boot loader, at the sensor of this path. */
export async function bootOn(machine: SmallMachine, release: string, sensor: string): Promise<SmallDevice> {
  const folder = mkdtempSync(join(tmpdir(), 'tapin-bench-'));
  const data = join(folder, 'data');
  const start = performance.now();
  const updates = ['--releases', join(folder, 'releases'), '--firmware-key', 'fixtures/minisign/key.pub'];
  const child = machine.spawn(join(release, 'tapin'), [
    'device',
    '--sensor',
    sensor,
    '--port',
    '0',
    '--data',
    data,
    ...updates,
  ]);
  assert(child.stdout, 'its output is a pipe');
  const exit = once(child, 'exit');
  const [line] = await wait(
    'its address',
    Promise.race([once(createInterface({ input: child.stdout }), 'line'), exit]),
  );
  assert(typeof line === 'string', `the device ended with code ${line}`);
  const address = new URL(String(fieldsIn(line)['panel']));
  const token = readFileSync(join(data, 'panel-token'), 'utf8').trim();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const call = (name: string, init: RequestInit = {}): Promise<Response> =>
    fetch(new URL(`/api/devices/0/${name}`, address), { ...init, headers });
  const screen = await watchScreen(await call('events?only=text'));
  const boot_ms = performance.now() - start;
  const until = (what: string, holds: (text: string) => boolean): Promise<void> => wait(what, screen.until(holds));
  const tap = async (key: string): Promise<string> => {
    await call('key', { method: 'POST', body: JSON.stringify({ key }) });
    return focused();
  };
  const focused = async (): Promise<string> =>
    String(fieldsIn(await (await call('sight')).text())['lines'])
      .split(',')
      .find((line) => line.startsWith('> ')) ?? '';
  return {
    boot_ms,
    panel: new URL(`/?token=${token}`, address).href,
    until,
    async tap(...keys) {
      for (const key of keys) await tap(key);
    },
    async choose(row) {
      let at = await focused();
      for (let moves = 0; !at.startsWith(`> ${row}`); moves++) {
        assert(moves < ROWS_MAX, `a row ${row}, near ${at}`);
        at = await tap('down');
      }
      await tap('ok');
    },
    async end() {
      child.kill('SIGTERM');
      await wait('its end', exit);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Follows the text of the screen. Resolves with its first frame. */
async function watchScreen({ body }: Response) {
  assert(body, 'a stream of events');
  let text = '';
  let check = (): void => {};
  const until = (holds: (text: string) => boolean): Promise<void> =>
    new Promise((resolve) => {
      check = () => {
        if (holds(text)) resolve();
      };
      check();
    });
  const lines = createInterface({ input: Readable.from(body) });
  void (async () => {
    for await (const line of lines) {
      if (!line.startsWith('data: ')) continue;
      text = String(fieldsIn(line.slice(6))['lines']);
      check();
    }
  })().catch(() => {});
  await wait(
    'its first frame',
    until((now) => now !== ''),
  );
  return { text: () => text, until };
}
