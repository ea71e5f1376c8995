// Tests of kernel notifications on Linux: the subsystem of a message, and an address that is added and removed.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import test from 'ava';

const linux = process.platform === 'linux';
const load = async () => ({
  ...(await import('../../../hal/system/netlink.ts')),
  ...(await import('../../../hal/system/poller.ts')),
});
const run = promisify(execFile);
const mayChange = async (): Promise<boolean> =>
  run('ip', ['address', 'add', '127.0.0.93/32', 'dev', 'lo']).then(
    () => run('ip', ['address', 'delete', '127.0.0.93/32', 'dev', 'lo']).then(() => true),
    () => false,
  );
const changeTest = linux && (await mayChange()) ? test.serial : test.serial.skip;

(linux ? test : test.skip)('[board] reads the subsystem from a kernel message', async (t) => {
  const { subsystemOf } = await load();
  const message = [
    'change@/devices/platform/soc/1f00000.gpu/drm/card1',
    'ACTION=change',
    'DEVPATH=/devices/platform/soc/1f00000.gpu/drm/card1',
    'SUBSYSTEM=drm',
    'HOTPLUG=1',
    'SEQNUM=4711',
    '',
  ];
  t.is(subsystemOf(Buffer.from(message.join('\0'))), 'drm');
  t.is(subsystemOf(Buffer.from('add@/x\0NOSUBSYSTEM=drm\0')), '');
  t.is(subsystemOf(Buffer.from([0xff, 0, 7])), '');
});

changeTest('[link] reports an address that is added or removed (by ip, as root)', async (t) => {
  const { createPoller, watchAddresses } = await load();
  const poller = createPoller();
  let calls = 0;
  const twice = Promise.withResolvers<void>();
  const end = watchAddresses(poller, () => void (++calls === 2 && twice.resolve()));
  t.is(calls, 0);
  await run('ip', ['address', 'add', '127.0.0.93/32', 'dev', 'lo']);
  await run('ip', ['address', 'delete', '127.0.0.93/32', 'dev', 'lo']);
  await twice.promise;
  end();
  await run('ip', ['address', 'add', '127.0.0.93/32', 'dev', 'lo']);
  await run('ip', ['address', 'delete', '127.0.0.93/32', 'dev', 'lo']);
  await poller.close();
  t.is(calls, 2);
});
