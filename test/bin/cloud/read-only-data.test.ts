// `tapin device` on a card that has become read-only: it starts from its stored records and warns that it cannot save.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { openDataFolder } from '../../../hal/flash/data-folder.ts';
import { createFileFlash } from '../../../hal/flash/flash-files.ts';
import { httpCall } from '../../support/process/http-call.ts';
import { valueOf } from '../../support/results.ts';
import { mayMount, smallFileSystem } from '../../support/hal/small-file-system.ts';
import { startTapin } from '../../support/process/tapin-process.ts';
import { openViewer, linesOf } from '../../support/panel/viewer-socket.ts';

(mayMount() ? test : test.skip)(
  '[cli] a device whose data folder is read-only (as root) starts, keeps its identity, and shows that changes are not stored',
  async (t) => {
    const system = smallFileSystem(t);
    const data = join(system.folder, 'data');
    const folder = valueOf(t, await openDataFolder(data));
    const flash = createFileFlash(data);
    valueOf(t, await flash.write('identity', Buffer.from('{"id":"TP-0123456789AB"}')));
    valueOf(t, await flash.write('settings', Buffer.from('{"name":"Studio"}')));
    await folder.close();
    system.makeReadOnly();
    const args = ['device', '--port', '0', '--data', data, '--sensor', '/dev/null', '--simulator', '192.168.1.9'];
    const tapin = await startTapin(t, args);
    t.regex(tapin.stderr(), /warn storage: The data folder \S+ is read-only \(EROFS\): existing data is used, and /);
    const panel = String(tapin.listening['panel']);
    const viewer = await openViewer(panel);
    t.teardown(() => viewer.close());
    const lines = (): readonly string[] => linesOf(viewer);
    await viewer.until('the menu', () => lines().includes('> Metrics only'));
    const press = (key: string): void => {
      for (const action of ['press', 'release']) viewer.send({ type: 'key', key, action });
    };
    press('down');
    press('ok');
    await viewer.until('the set-up', () => lines().includes('> Start'));
    press('down');
    press('right');
    await viewer.until('the sentence', () =>
      lines().includes('Trouble: Storage is read-only. Changes are lost at power-off.'),
    );
    const { origin, search } = new URL(panel);
    t.regex((await httpCall(origin, `/api/devices${search}`)).text, /TP-0123456789AB/);
    // The token is new for this run and lies outside the data folder.
    const [, token_file = ''] = /where TOKEN is stored in (\S+)/.exec(tapin.stderr()) ?? [];
    t.true(existsSync(token_file), tapin.stderr());
    t.false(token_file.startsWith(data));
    t.is((await tapin.end('SIGTERM')).code, 0);
    t.false(existsSync(token_file));
  },
);
