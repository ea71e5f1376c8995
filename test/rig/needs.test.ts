// The rig's list of packages and features that a machine lacks.

import test from 'ava';
import { missingOf, type HostMachine } from '../../rig/needs.ts';

const WHOLE: HostMachine = {
  root: true,
  user: 'ann',
  has: () => true,
  exists: () => true,
  read: (path) => (path.startsWith('/etc/sub') ? 'ann:100000:65536\n' : ''),
};

test('[rig] reports nothing missing on a complete machine, as root or not', (t) => {
  t.deepEqual(missingOf(WHOLE), []);
  t.deepEqual(missingOf({ ...WHOLE, root: false }), []);
});

test('[rig] lists missing packages as one apt-get line', (t) => {
  const bare = { ...WHOLE, has: (program: string) => !['qemu-img', 'mkfs.erofs', 'newuidmap'].includes(program) };
  t.deepEqual(missingOf(bare), ['The rig needs packages: apt-get install -y erofs-utils qemu-utils']);
  t.deepEqual(missingOf({ ...bare, root: false }), [
    'The rig needs packages: sudo apt-get install -y erofs-utils qemu-utils uidmap',
  ]);
  t.deepEqual(missingOf({ ...WHOLE, exists: () => false }), [
    'The rig needs packages: apt-get install -y debian-archive-keyring',
  ]);
});

test('[rig] requires user namespaces for a user without root rights', (t) => {
  const refusing = (file: string, text: string): readonly string[] =>
    missingOf({ ...WHOLE, root: false, read: (path) => (path === file ? text : WHOLE.read(path)) });
  t.regex(
    refusing('/etc/subuid', 'bob:100000:65536\n').join('\n'),
    /^ann has no line in \/etc\/subuid: sudo usermod [^\n]+$/,
  );
  for (const [file, text] of [
    ['/proc/sys/kernel/unprivileged_userns_clone', '0\n'],
    ['/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1\n'],
  ] as const) {
    t.regex(refusing(file, text).join('\n'), /^This system refuses user namespaces: sudo sysctl kernel\.[^\n]+$/);
    t.deepEqual(refusing(file, text === '0\n' ? '1\n' : '0\n'), []);
  }
});
