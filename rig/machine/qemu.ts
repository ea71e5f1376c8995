// QEMU command line for a machine the size of a small Raspberry Pi, with a 480×320 display, keys, a touch screen, a
// sound card, USB and a watchdog.

import { acceleratorOf, type Architecture } from '../build/architectures.ts';

interface QemuDisks {
  readonly architecture: Architecture;
  readonly kernel: string;
  readonly initrd: string;
  readonly disks: readonly string[];
  /** Data disk of this run, a qcow2 file. */
  readonly data: string;
  /** QEMU display device. Default: one of tapin's screen size. */
  readonly display?: string;
  /** Device tree file that replaces QEMU's own. */
  readonly device_tree?: string;
}

interface QemuPaths {
  /** Returns the socket path for `qmp` and the names in `PORTS`. */
  channel(name: string): string;
  readonly console: string;
  readonly sound: string;
  /** Log of all writes to the data disk, which must then be raw; null for none. */
  readonly log?: string | null;
}

/** Ports of the machine at `/dev/virtio-ports/`, each with its own channel. */
export const PORTS = {
  agent: 'org.qemu.guest_agent.0',
  device: 'tapin.device',
  watch: 'tapin.watch',
} as const;

/**
 * Kernel command line. `panic=-1` reboots immediately. The other options skip hardware probing that an emulated machine
 * does not need, and keep other programs from drawing on the display.
 */
const KERNEL_LINE =
  'systemd.machine_id=0123456789abcdef0123456789abcdef root=/dev/vda quiet panic=-1 net.ifnames=0 mitigations=off tsc=reliable no_timer_check random.trust_cpu=1 systemd.show_status=0 vt.global_cursor_default=0';

export const MEMORY_MB = 512;

/** Returns the arguments. `incoming`: the machine waits for a saved state instead of booting. */
export function qemuCall(image: QemuDisks, paths: QemuPaths, incoming: boolean): readonly string[] {
  const socket = (id: string): string => `socket,id=${id},path=${commas(paths.channel(id))}`;
  const disks = image.disks.map((file) => `file=${commas(file)},format=raw,read-only=on`);
  const { accel, cpu } = acceleratorOf(image.architecture);
  const devices = [
    'virtio-net-pci,netdev=network,romfile=',
    image.display ?? 'virtio-gpu-pci,xres=480,yres=320',
    'virtio-keyboard-pci',
    'virtio-tablet-pci',
    'intel-hda',
    'hda-output,audiodev=sound',
    'qemu-xhci,id=usb',
    'virtio-rng-pci',
    'i6300esb',
  ];
  const options: readonly (readonly [string, string])[] = [
    ['display', 'none'],
    ['machine', image.architecture.machine],
    ['m', String(MEMORY_MB)],
    ['accel', accel],
    ['cpu', cpu],
    ['kernel', image.kernel],
    ['initrd', image.initrd],
    ['append', `console=${image.architecture.console} ${KERNEL_LINE}`],
    ...(image.device_tree === undefined ? [] : ([['dtb', image.device_tree]] as const)),
    ...disks.flatMap((disk, index): [string, string][] => [
      ['drive', `if=none,id=disk${index},${disk}`],
      ['device', `virtio-blk-pci,drive=disk${index}`],
    ]),
    ...dataDisk(image.data, paths.log ?? null),
    ['device', 'virtio-blk-pci,drive=data'],
    ['chardev', socket('qmp')],
    ['mon', 'chardev=qmp,mode=control'],
    ['chardev', `file,id=console,path=${commas(paths.console)}`],
    ['serial', 'chardev:console'],
    ['device', 'virtio-serial-pci'],
    ...Object.entries(PORTS).flatMap(([name, port]): [string, string][] => [
      ['chardev', socket(name)],
      ['device', `virtserialport,chardev=${name},name=${port}`],
    ]),
    ['netdev', 'user,id=network'],
    ['audiodev', `wav,id=sound,path=${commas(paths.sound)}`],
    ...devices.map((device): [string, string] => ['device', device]),
    ...(incoming ? ([['incoming', 'defer']] as const) : []),
  ];
  return ['-nodefaults', '-no-user-config', ...options.flatMap(([name, value]) => [`-${name}`, value])];
}

function dataDisk(data: string, log: string | null): readonly (readonly [string, string])[] {
  if (log === null) return [['drive', `if=none,id=data,file=${commas(data)},format=qcow2`]];
  return [
    ['blockdev', `driver=file,node-name=file,filename=${commas(data)}`],
    ['blockdev', `driver=file,node-name=log,filename=${commas(log)}`],
    [
      'blockdev',
      'driver=blklogwrites,node-name=data,file=file,log=log,log-sector-size=512,log-super-update-interval=1',
    ],
  ];
}

/** Doubles the commas in a path, as QEMU's options require. */
export const commas = (path: string): string => path.replaceAll(',', ',,');
