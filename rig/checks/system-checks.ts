// System-level checks: the system kills a hung device, steps its clock, fills its disk, and powers it off. Each check
// has its own machine.

import { setTimeout as sleep } from 'node:timers/promises';
import { fail, ok, type Result } from '../../wire/errors.ts';
import type { DeviceMachine } from '../device.ts';
import { tapKey } from '../probes/input.ts';
import { openGuestPanel, type GuestPanel } from '../probes/panel.ts';
import { openFocus } from './board-checks.ts';
import type { Check } from './check.ts';

/** Longer than the watchdog timeout of the rig's machine. */
const LIVES_S = 80;

export const LIVES_ON: Check = {
  name: 'is not restarted by the watchdog while it runs',
  async run({ machine: { agent } }) {
    const read = await agent.run(`sleep ${LIVES_S}; systemctl show -p NRestarts --value tapin`, (LIVES_S + 60) * 1000);
    return read.ok ? demand(read.value.trim() === '0', `restarted ${read.value.trim()} times`) : read;
  },
};

export const SYSTEM_CHECKS: readonly Check[] = [
  { name: 'runs from a read-only root with its data disk', run: rootIsReadOnly },
  { name: 'runs as its own user, hardened as installed', run: isHardened },
  { name: 'is restarted by the watchdog when it hangs', run: watchdogBites },
  LIVES_ON,
  { name: 'keeps running when the clock steps by a day', run: clockIsStepped },
  { name: 'shows a full disk on the screen until there is room', run: diskIsFull },
  { name: 'stops cleanly', run: stopsInOrder },
];

const onPanel = async (
  { machine, token }: DeviceMachine,
  act: (panel: GuestPanel) => Promise<Result<string>>,
): Promise<Result<string>> => {
  const panel = await openGuestPanel(machine, token);
  return panel.ok ? act(panel.value) : panel;
};

const demand = (holds: boolean, found: string): Result<string> => (holds ? ok(found) : fail('rig_failed', found));

async function rootIsReadOnly({ machine }: DeviceMachine): Promise<Result<string>> {
  const tried = await machine.agent.run(
    'touch /opt/x /etc/x 2>&1; findmnt -no FSTYPE,OPTIONS /; findmnt -no FSTYPE /data',
  );
  if (!tried.ok) return tried;
  const text = tried.value.trim().replaceAll('\n', ' / ');
  return demand(/Read-only file system/.test(text) && /erofs ro/.test(text) && text.endsWith('ext4'), text);
}

/** CAP_NET_BIND_SERVICE, for port 80 on the device's own network; bit 10 of capability.h. */
const CAPABILITIES = '0000000000000400';

async function isHardened({ machine }: DeviceMachine): Promise<Result<string>> {
  const read = await machine.agent.run(
    'P=$(systemctl show -p MainPID --value tapin); grep -E "^(Uid|NoNewPrivs|Seccomp|CapEff)" /proc/$P/status; id -u tapin',
  );
  if (!read.ok) return read;
  const text = read.value.trim().replaceAll(/\s+/g, ' ');
  const [, uid] = / (\d+)$/.exec(text) ?? [];
  const wanted = [`Uid: ${uid} ${uid}`, `CapEff: ${CAPABILITIES}`, 'NoNewPrivs: 1', 'Seccomp: 2'];
  return demand(
    wanted.every((each) => text.includes(each)),
    text,
  );
}

/** Watchdog timeout of a start, plus the abort by SIGABRT and a boot on an emulated CPU. */
const RESTART_S_MAX = 360;

async function watchdogBites({ machine: { agent } }: DeviceMachine): Promise<Result<string>> {
  const script = [
    'kill -STOP $(systemctl show -p MainPID --value tapin)',
    `for i in $(seq ${RESTART_S_MAX}); do sleep 1; [ "$(systemctl show -p NRestarts --value tapin)" = 1 ] && systemctl is-active -q tapin && break; done`,
    'systemctl show -p NRestarts -p ActiveState tapin',
    'journalctl -u tapin --no-pager -o cat | grep -i watchdog | head -n 1',
  ];
  const ran = await agent.run(script.join('; '), (RESTART_S_MAX + 30) * 1000);
  if (!ran.ok) return ran;
  const text = ran.value.trim().replaceAll('\n', ' / ');
  return demand(/NRestarts=1/.test(text) && /ActiveState=active/.test(text) && /Watchdog timeout/.test(text), text);
}

function clockIsStepped(device: DeviceMachine): Promise<Result<string>> {
  return onPanel(device, async (panel) => {
    const { agent, qmp } = device.machine;
    const before = await panel.get('/api/devices/0/screen.txt');
    const stepped = await agent.run('date -s "+1 day" > /dev/null && date -s "-2 days" > /dev/null; date -s "+1 day"');
    if (!stepped.ok || !before.ok) return stepped.ok ? before : stepped;
    const tapped = await tapKey(qmp, 'down');
    if (!tapped.ok) return tapped;
    const after = await panel.get('/api/devices/0/wait?within=10s&text=tapin');
    if (!after.ok) return after;
    const shown = await panel.get('/api/devices/0/screen.txt');
    if (!shown.ok) return shown;
    const alive = await agent.run('systemctl show -p NRestarts --value tapin');
    return alive.ok
      ? demand(alive.value.trim() === '0' && shown.value !== before.value, 'a key moves the menu')
      : alive;
  });
}

function diskIsFull(device: DeviceMachine): Promise<Result<string>> {
  return onPanel(device, async (panel) => {
    const { agent } = device.machine;
    const filled = await agent.run(
      'dd if=/dev/zero of=/data/full bs=64k 2>/dev/null; dd if=/dev/zero of=/data/rest bs=1k 2>/dev/null; sync; true',
    );
    if (!filled.ok) return filled;
    const changed = await changeSetting(device);
    if (!changed.ok) return changed;
    const shown = await panel.get('/api/devices/0/wait?within=40s&text=Storage+is+full');
    if (!shown.ok) return shown;
    const freed = await agent.run('rm /data/full /data/rest; sync');
    if (!freed.ok) return freed;
    const again = await panel.get('/api/devices/0/wait?within=50s&text=Storage+works+again');
    return again.ok ? ok('shown, then cleared') : again;
  });
}

const ROWS_MAX = 40;
/** Maximum time from a key to the screen on an emulated CPU. */
const KEY_MS_MAX = 1500;

/** Opens the settings from the menu, changes the first one and lets the device store it. */
async function changeSetting(device: DeviceMachine): Promise<Result<unknown>> {
  const { qmp } = device.machine;
  const focus = await openFocus(device);
  if (!focus.ok) return focus;
  const press = async (key: string): Promise<Result<unknown>> => {
    const tapped = await tapKey(qmp, key);
    await sleep(KEY_MS_MAX);
    return tapped;
  };
  for (let row = 0; row < ROWS_MAX && !(await focus.value()).startsWith('> Settings'); row++) {
    const moved = await press('down');
    if (!moved.ok) return moved;
  }
  const opened = await press('ret');
  return opened.ok ? press('right') : opened;
}

/** Limit on an emulated CPU, which is twenty times slower and has taken 3 to 7 s; elsewhere it is 2 s. */
const STOP_S_MAX = 20;

/** Checks for `success`: the service stops before systemd would kill it. */
async function stopsInOrder({ machine: { agent } }: DeviceMachine): Promise<Result<string>> {
  const ran = await agent.run(
    'B=$(cut -d" " -f1 /proc/uptime); systemctl stop tapin; E=$(cut -d" " -f1 /proc/uptime); echo "$B $E"; systemctl show -p Result --value tapin',
  );
  const text = (ran.ok ? ran.value : ran.error.message).trim();
  const [, before, after] = /([\d.]+) ([\d.]+)/.exec(text) ?? [];
  const took_s = Number(after) - Number(before);
  return demand(
    text.endsWith('success') && took_s < STOP_S_MAX,
    `${text.split('\n').at(-1)} after ${took_s.toFixed(2)} s`,
  );
}
