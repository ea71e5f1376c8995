// Host requirements to build a card, and to build and run the rig: programs in packages of Debian and Ubuntu.

import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { PROGRAM_FOLDERS } from './build/program.ts';

type Programs = Readonly<Record<string, string>>;

/** Package of each program that builds a root. */
const BUILD: Programs = {
  mmdebstrap: 'mmdebstrap',
  'mkfs.erofs': 'erofs-utils',
  'mkfs.ext4': 'e2fsprogs',
  modprobe: 'kmod',
  cpio: 'cpio',
  xz: 'xz-utils',
  setpriv: 'util-linux',
  tar: 'tar',
  git: 'git',
};
export const CARD_PROGRAMS: Programs = {
  ...BUILD,
  'mkfs.vfat': 'dosfstools',
  mcopy: 'mtools',
  dtc: 'device-tree-compiler',
};
const RIG_PROGRAMS: Programs = {
  ...CARD_PROGRAMS,
  'qemu-system-x86_64': 'qemu-system-x86',
  'qemu-system-aarch64': 'qemu-system-arm',
  'qemu-img': 'qemu-utils',
  fdtput: 'device-tree-compiler',
  ssh: 'openssh-client',
  'ssh-keygen': 'openssh-client',
};
/** Programs that only unprivileged users need. */
const UNPRIVILEGED: Programs = { newuidmap: 'uidmap' };
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

export interface HostMachine {
  readonly root: boolean;
  has(program: string): boolean;
  exists(path: string): boolean;
  /** Returns the text of a file; '' if there is none. */
  read(path: string): string;
  readonly user: string;
}

/** Returns one sentence per missing requirement of `what`, with the remedy; empty if there is none. */
export function missingOf(machine: HostMachine, programs = RIG_PROGRAMS, what = 'The rig'): readonly string[] {
  const wanted = { ...programs, ...(machine.root ? {} : UNPRIVILEGED) };
  const lacking = Object.entries(wanted).filter(([program]) => !machine.has(program));
  const packages = [...new Set(lacking.map(([, name]) => name))];
  if (!machine.exists(KEYRING)) packages.push('debian-archive-keyring');
  const sudo = machine.root ? '' : 'sudo ';
  return [
    ...(packages.length > 0 ? [`${what} needs packages: ${sudo}apt-get install -y ${packages.sort().join(' ')}`] : []),
    ...(machine.root ? [] : unprivilegedProblems(machine)),
  ];
}

/**
 * Returns problems for unprivileged users: mmdebstrap then needs its own user namespace, which the system must allow.
 */
function unprivilegedProblems({ user, read }: HostMachine): readonly string[] {
  const problems: string[] = [];
  for (const file of ['/etc/subuid', '/etc/subgid'])
    if (
      !read(file)
        .split('\n')
        .some((line) => line.startsWith(`${user}:`))
    )
      problems.push(
        `${user} has no line in ${file}: sudo usermod --add-subuids 100000-165535 --add-subgids 100000-165535 ${user}`,
      );
  for (const [file, refused, mended] of [
    ['/proc/sys/kernel/unprivileged_userns_clone', '0', 'kernel.unprivileged_userns_clone=1'],
    ['/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1', 'kernel.apparmor_restrict_unprivileged_userns=0'],
  ] as const)
    if (read(file).trim() === refused) problems.push(`This system refuses user namespaces: sudo sysctl ${mended}`);
  return problems;
}

export const THIS_MACHINE: HostMachine = {
  root: process.getuid?.() === 0,
  has: (program) => PROGRAM_FOLDERS.some((folder) => isExecutable(join(folder, program))),
  exists: existsSync,
  read(path) {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return '';
    }
  },
  user: userInfo().username,
};

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
