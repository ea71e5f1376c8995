// Tests of polling kernel files on Linux: events, netlink, and files no longer watched.

import test from 'ava';

const linuxTest = process.platform === 'linux' ? test : test.skip;
const load = async () => ({
  ...(await import('../../../hal/system/libc.ts')),
  ...(await import('../../../hal/system/poller.ts')),
});
const ONE = new Uint8Array(new BigUint64Array([1n]).buffer);

linuxTest('[board] calls a watcher when its file is readable, and not before', async (t) => {
  const { createPoller, openEvent, readInto, writeBytes, closeFile } = await load();
  const poller = createPoller();
  const [first, second] = [openEvent(), openEvent()];
  const received: string[] = [];
  const notified = Promise.withResolvers<void>();
  poller.watch(first, () => received.push(`first ${readInto(first, new Uint8Array(8))}`));
  poller.watch(second, () => (received.push(`second ${readInto(second, new Uint8Array(8))}`), notified.resolve()));
  writeBytes(second, ONE);
  await notified.promise;
  t.deepEqual(received, ['second 8']);
  await poller.close();
  closeFile(first);
  closeFile(second);
});

linuxTest('[board] calls no watcher after it unsubscribes, but still calls others', async (t) => {
  const { createPoller, openEvent, readInto, writeBytes, closeFile } = await load();
  const poller = createPoller();
  const [first, second] = [openEvent(), openEvent()];
  const received: string[] = [];
  const notified = Promise.withResolvers<void>();
  const end = poller.watch(first, () => received.push('first'));
  end();
  end();
  writeBytes(first, ONE);
  poller.watch(second, () => {
    received.push(`second ${readInto(second, new Uint8Array(8))}`);
    notified.resolve();
  });
  writeBytes(second, ONE);
  await notified.promise;
  t.deepEqual(received, ['second 8']);
  await poller.close();
  closeFile(first);
  closeFile(second);
});

linuxTest('[board] a failed call throws the system’s error code', async (t) => {
  const { openFile, ioctl, readInto, openEvent, closeFile, O_RDONLY } = await load();
  t.throws(() => openFile('/dev/nothing-here', O_RDONLY), { code: 'ENOENT' });
  const event = openEvent();
  t.throws(() => ioctl(event, 0x64_1e, null), { code: 'ENOTTY' });
  t.is(readInto(event, new Uint8Array(8)), -1, 'nothing to read');
  closeFile(event);
  t.throws(() => closeFile(event), { code: 'EBADF' });
});
