// Recording calls of the panel for each way to start devices, with and without --record.

import { join } from 'node:path';
import { existsSync } from 'node:fs';
import test from 'ava';
import { httpCall } from '../../support/process/http-call.ts';
import { startTapin } from '../../support/process/tapin-process.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

/** Address on which no server listens. */
const NO_CLOUD = 'http://127.0.0.1:9';
const WITHOUT_CLOUD = ['run', '--cloud', NO_CLOUD];
const CASES = [
  { what: 'tapin run', verb: ['run', '--relay-port', '0'], record: false, runs: true },
  { what: 'tapin run --record', verb: ['run', '--relay-port', '0'], record: true, runs: true },
  { what: 'tapin run --cloud', verb: WITHOUT_CLOUD, record: false, runs: false },
  { what: 'tapin run --cloud --record', verb: WITHOUT_CLOUD, record: true, runs: true },
  { what: 'tapin device', verb: ['device', '--sensor'], record: false, runs: false },
  { what: 'tapin device --record', verb: ['device', '--sensor'], record: true, runs: true },
] as const;

for (const { what, verb, record, runs } of CASES)
  test(`[recording] ${what} answers ${runs ? 'with its recording' : 'that none runs'}`, async (t) => {
    const folder = await temporaryFolder(t);
    const file = join(folder, 'play.tapin.gz');
    const sensor = verb[0] === 'device' ? [join(folder, 'no-board')] : [];
    const { listening, end } = await startTapin(t, [
      ...verb,
      ...sensor,
      '--port',
      '0',
      '--data',
      join(folder, 'data'),
      ...(record ? ['--record', file] : []),
    ]);
    const { origin, search } = new URL(String(listening['panel']));
    for (const name of ['recording.tapin.gz', 'scenario.yaml', 'trace.json', 'signals.vcd']) {
      const { status, text } = await httpCall(origin, `/api/${name}${search}`);
      t.is(status, runs ? 200 : 409, `${name}: ${text.slice(0, 200)}`);
      if (!runs) t.regex(text, /"These devices are not recorded: start tapin with --record FILE\."/);
    }
    t.is((await end('SIGINT')).code, 0);
    t.is(existsSync(file), record);
  });
