// How QEMU is called: a machine with a display of 480×320, keys, a touch screen, a sound card, USB and a watchdog, at the size of a small
// Raspberry Pi.

import { acceleratorOf, type Architecture } from '../build/architectures.ts';

interface QemuDisks {
  readonly architecture: Architecture;
  readonly kernel: string;
  readonly initrd: string;
  readonly disks: readonly string[];
  /** A qcow2 file of this run. */
  readonly data: string;
  /** A device of QEMU. Default: one of the size that tapin draws. */
  readonly display?: string;
  /** A file that says what the machine has, in place of QEMU's own. */
  readonly device_tree?: string;
}

interface QemuPaths {
  /** By `qmp` and the names in `PORTS`. */
  channel(name: string): string;
  readonly console: string;
  readonly sound: string;
  /** Gets all that the data disk is told, which is a raw file then; null for none. */
  readonly log?: string | null;
}

/** Ports of the machine at `/dev/virtio-ports/`, each with a channel of its own. */
export const PORTS = {
  agent: 'org.qemu.guest_agent.0',
  device: 'tapin.device',
  watch: 'tapin.watch',
} as const;

/**
 * `panic=-1` starts again at once. The others take out what an emulated machine need not find out, or what would be drawn on the display by
 * somebody else than the device.
 */
const KERNEL_LINE =
  'systemd.machine_id=0123456789abcdef0123456789abcdef root=/dev/vda quiet panic=-1 net.ifnames=0 mitigations=off tsc=reliable no_timer_check random.trust_cpu=1 systemd.show_status=0 vt.global_cursor_default=0';

export const MEMORY_MB = 512;

/** `incoming`: the machine waits for a state instead of booting. */
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

/** A comma in a path is written twice in QEMU's options. */
export const commas = (path: string): string => path.replaceAll(',', ',,');
