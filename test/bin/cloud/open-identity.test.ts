// Accounts of a cloud without a mail server: offered only if no other machine can reach the outbox with the codes.

import test from 'ava';
import { openIdentity } from '../../../bin/cloud/open-identity.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { valueOf } from '../../support/results.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

delete process.env['TAPIN_SMTP_URL'];

for (const [host, public_url, is_there] of [
  ['127.0.0.1', undefined, true],
  ['127.0.0.1', 'http://localhost:8322', true],
  ['::1', 'http://[::1]:8322', true],
  ['127.0.0.1', 'https://cloud.example', false],
  ['127.0.0.1', 'http://localhost.cloud.example', false],
  ['0.0.0.0', 'http://localhost:8322', false],
  ['0.0.0.0', undefined, false],
] as const)
  test(`[C119] a cloud on ${host}, called ${public_url ?? 'so'}, has ${is_there ? 'an outbox' : 'no accounts'} without a mail server`, async (t) => {
    const clock = createVirtualClock();
    const outside = public_url === undefined ? {} : { public_url };
    const origin = (): string => public_url ?? 'http://127.0.0.1:8322';
    const options = { clock, log: createMemoryLog(clock), data: await temporaryFolder(t), host, origin, limited: true };
    const identity = valueOf(t, openIdentity({ ...options, ...outside }));
    t.teardown(() => identity?.close());
    t.is(identity?.mail_place === 'outbox', is_there);
  });
