// QEMU's command line, and the hash that the cache uses as its key.

import test from 'ava';
import { AMD64, ARM64 } from '../../../rig/build/architectures.ts';
import { hashOf } from '../../../rig/build/cache.ts';
import { qemuCall } from '../../../rig/machine/qemu.ts';

const IMAGE = { architecture: AMD64, kernel: '/k', initrd: '/i', disks: ['/a,b/root', '/sources'], data: '/data' };
const PATHS = { channel: (name: string) => `/run/${name}.sock`, console: '/c', sound: '/s' };

test('[rig] attaches the system disks read-only and in the order of the machine', (t) => {
  const call = qemuCall(IMAGE, PATHS, false);
  t.deepEqual(
    call.filter((_, index) => call[index - 1] === '-drive'),
    [
      'if=none,id=disk0,file=/a,,b/root,format=raw,read-only=on',
      'if=none,id=disk1,file=/sources,format=raw,read-only=on',
      'if=none,id=data,file=/data,format=qcow2',
    ],
  );
});

test('[rig] puts the write log between the machine and its data disk', (t) => {
  const call = qemuCall(IMAGE, { ...PATHS, log: '/l,og' }, true);
  t.is(call.filter((_, index) => call[index - 1] === '-drive').length, 2);
  t.deepEqual(
    call.filter((_, index) => call[index - 1] === '-blockdev'),
    [
      'driver=file,node-name=file,filename=/data',
      'driver=file,node-name=log,filename=/l,,og',
      'driver=blklogwrites,node-name=data,file=file,log=log,log-sector-size=512,log-super-update-interval=1',
    ],
  );
  t.true(call.includes('virtio-blk-pci,drive=data'));
});

test('[rig] starts a machine from a snapshot with the same arguments, and waits for it', (t) => {
  t.deepEqual(qemuCall(IMAGE, PATHS, true), [...qemuCall(IMAGE, PATHS, false), '-incoming', 'defer']);
});

test('[rig] gives a Raspberry Pi its own CPU and console, and the same disks and ports as x86-64', (t) => {
  const call = qemuCall({ ...IMAGE, architecture: ARM64 }, PATHS, false);
  const after = (name: string): string => call[call.indexOf(name) + 1] ?? '';
  t.is(after('-machine'), 'virt');
  t.is(after('-cpu'), 'cortex-a72');
  t.regex(after('-append'), /^console=ttyAMA0 /);
  t.deepEqual(call.slice(call.indexOf('-drive')), qemuCall(IMAGE, PATHS, false).slice(call.indexOf('-drive')));
});

test('[rig] passes QEMU the device tree of a machine with LEDs on pins', (t) => {
  const call = qemuCall({ ...IMAGE, architecture: ARM64, device_tree: '/t.dtb' }, PATHS, false);
  t.deepEqual(call.slice(call.indexOf('-dtb')).slice(0, 2), ['-dtb', '/t.dtb']);
  t.false(qemuCall(IMAGE, PATHS, false).includes('-dtb'));
});

test('[rig] separates the parts of a hash', (t) => {
  t.is(hashOf(['a', Buffer.from('b')]), hashOf(['a', 'b']));
  t.is(new Set([['ab'], ['a', 'b'], ['', 'ab'], ['ab', '']].map((parts) => hashOf(parts))).size, 4);
});
