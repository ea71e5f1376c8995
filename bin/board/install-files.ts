// Files that turn a machine into a device: the service, the keyboard gadget, the hardware permissions and an example
// board file. Pure.

import { LED_UDEV_RULE } from '../../hal/leds/leds-sysfs.ts';
import { originOf, PANEL_PORT } from '../../wire/listening.ts';
import { START_S_MAX } from './systemd.ts';

export interface Installation {
  /** Folder of the tapin program. */
  readonly program: string;
  /** User account that the device runs as. */
  readonly user: string;
  /** Supplementary groups of the account, those that exist on this machine. */
  readonly groups: readonly string[];
  readonly board: string;
  readonly data: string;
  /** Further arguments of tapin device, such as --cloud. */
  readonly args: readonly string[];
}

export interface InstalledFile {
  readonly path: string;
  readonly text: string;
  /** Whether to keep an existing file, because it belongs to the machine's users. */
  readonly keep?: boolean;
}

/** Groups for displays, keys, serial ports and sound. */
export const GROUPS = ['video', 'render', 'input', 'dialout', 'audio'] as const;

export const UNITS = { service: 'tapin.service', gadget: 'tapin-gadget.service' } as const;
const UNITS_FOLDER = '/etc/systemd/system';
const RULES = '/etc/udev/rules.d/70-tapin.rules';
const NETWORK_RULES = '/etc/polkit-1/rules.d/50-tapin.rules';

/** Escapes an argument for a unit file, where `%` and `$` are special and a space ends an argument. */
function word(text: string): string {
  const literal = text.replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /^[\w@%+=:,./$-]+$/.test(literal) ? literal : `"${literal.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

const serviceOf = ({ program, user, groups, board, data, args }: Installation): string => `[Unit]
Description=tapin, a putting device
Documentation=file://${program}/docs/raspberry-pi.md
# Waits for no hardware: the device uses a display, a sensor and a network as they appear.
After=local-fs.target ${UNITS.gadget}
Wants=${UNITS.gadget}
StartLimitIntervalSec=0

[Service]
Type=notify
# With firmware releases, a child of the boot loader sends the notifications.
NotifyAccess=all
User=${user}
SupplementaryGroups=${groups.join(' ')}
ExecStart=${[`${program}/tapin`, 'device', '--board', board, '--data', data, ...args].map(word).join(' ')}
WatchdogSec=10
# A start that takes long on a slow card is better than none.
TimeoutStartSec=${START_S_MAX}
Restart=on-failure
RestartSec=1
TimeoutStopSec=5
StateDirectory=tapin
# Cache for compiled code.
CacheDirectory=tapin
Environment=NODE_COMPILE_CACHE=/var/cache/tapin
UMask=0077
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=read-only
ReadWritePaths=-/sys/class/leds -/sys/devices -/sys/class/backlight
PrivateTmp=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
RestrictSUIDSGID=yes
RestrictRealtime=yes
RestrictNamespaces=yes
LockPersonality=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
SystemCallArchitectures=native
# Port 80 on the device's own network.
CapabilityBoundingSet=CAP_NET_BIND_SERVICE
AmbientCapabilities=CAP_NET_BIND_SERVICE
DevicePolicy=closed
DeviceAllow=char-drm rw
DeviceAllow=char-fb rw
DeviceAllow=char-input rw
DeviceAllow=char-alsa rw
DeviceAllow=char-ttyAMA rw
DeviceAllow=char-ttyS rw
# ttyUSB and ttyACM by number: the kernel knows their names only after the first such port is plugged in.
DeviceAllow=char-188 rw
DeviceAllow=char-166 rw
DeviceAllow=char-hidg rw
DeviceAllow=char-tty rw

[Install]
WantedBy=multi-user.target
`;

const gadgetOf = ({ program }: Installation): string => `[Unit]
Description=USB keyboard of tapin for a golf simulator's computer
ConditionDirectoryNotEmpty=/sys/class/udc
After=sys-kernel-config.mount systemd-modules-load.service
Requires=sys-kernel-config.mount

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStartPre=-/sbin/modprobe libcomposite
ExecStart=${word(`${program}/tapin`)} gadget up
ExecStop=${word(`${program}/tapin`)} gadget down

[Install]
WantedBy=multi-user.target
`;

const RULES_TEXT = `# Access rights to the hardware of a putting device.
SUBSYSTEM=="hidg", GROUP="input", MODE="0660"
SUBSYSTEM=="udc", TAG+="systemd", ENV{SYSTEMD_WANTS}+="${UNITS.gadget}"
${LED_UDEV_RULE}
SUBSYSTEM=="backlight", ACTION=="add", RUN+="/bin/sh -c 'cd /sys%p; chgrp -f video brightness bl_power; chmod -f g+w brightness bl_power'"
SUBSYSTEM=="graphics", ACTION=="add", RUN+="/bin/sh -c 'cd /sys%p; chgrp -f video blank; chmod -f g+w blank'"
SUBSYSTEM=="tty", KERNEL=="ttyAMA*|ttyS*|ttyUSB*|ttyACM*", GROUP="dialout", MODE="0660"
`;

const networkRulesOf = ({
  user,
}: Installation): string => `// Lets the device join Wi-Fi networks and open its own (docs/wifi.md).
polkit.addRule(function (action, subject) {
  var wanted = ['network-control', 'wifi.scan', 'wifi.share.protected', 'settings.modify.system'];
  var name = action.id.replace('org.freedesktop.NetworkManager.', '');
  if (subject.user === '${user}' && wanted.indexOf(name) >= 0) return polkit.Result.YES;
});
`;

const BOARD_TEXT = `# Hardware wired to this machine (docs/raspberry-pi.md). Check it with tapin doctor --board FILE.
sensor: /dev/serial0
display: {}
inputs: {}
speaker: {}
wifi: {}
`;

/**
 * Returns the address of the installed device's page. `machine`: name of this machine in its network; `token`: the
 * page's token, which the device has stored.
 */
export function pageOf({ args }: Pick<Installation, 'args'>, machine: string, token: string): string {
  const valueOf = (option: string): string | undefined =>
    new RegExp(` ${option}[ =](\\S+)`).exec(` ${args.join(' ')}`)?.[1];
  const host = valueOf('--host') ?? '127.0.0.1';
  const origin = originOf(
    host === '0.0.0.0' || host === '::' ? `${machine}.local` : host,
    Number(valueOf('--port') ?? PANEL_PORT),
  );
  return `${origin}/?token=${token}`;
}

/** Returns the files in the order in which they are written. */
export const filesOf = (installation: Installation): readonly InstalledFile[] => [
  { path: installation.board, text: BOARD_TEXT, keep: true },
  { path: RULES, text: RULES_TEXT },
  { path: NETWORK_RULES, text: networkRulesOf(installation) },
  { path: `${UNITS_FOLDER}/${UNITS.gadget}`, text: gadgetOf(installation) },
  { path: `${UNITS_FOLDER}/${UNITS.service}`, text: serviceOf(installation) },
];
