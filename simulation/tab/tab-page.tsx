// The page of the tab: shows its devices, or a recording that the player opens, and takes files.

import type { Clock } from '../../hal/clock/clock.ts';
import type { Notice } from '../../sims/panel/page/connection/panel.ts';
import { showPanel, type ShownPanel } from '../../sims/panel/page/show-panel.tsx';
import { messageOf } from '../../wire/errors.ts';
import type { ShownScriptFile } from '../extension-script/script-file.ts';
import type { ScriptSource } from './run-script.ts';
import { linkTo, type TabLink } from './tab-link.ts';
import { TabMenu } from './tab-menu.tsx';
import { createTabTransport } from './tab-transport.ts';
import type { TabWorld } from './world.ts';

interface PageOptions {
  readonly world: TabWorld;
  /** Clock of the browser. */
  readonly wall: Clock;
  readonly link: TabLink;
  readonly seed: number;
  /** Why nothing is kept; '' if the browser keeps everything. */
  readonly problem: string;
}

interface TabPage {
  /** Shows the devices. */
  showDevices(): Promise<void>;
  /** Opens a recording. `at_s`: time since its start to show. `link`: address to share; null for a file of the player. */
  showRecording(name: string, file: Blob, at_s: number, link: string | null): Promise<void>;
  /** Opens a recording or a drill, by the end of its name. */
  open(file: File): Promise<void>;
  notify(notice: Notice): void;
}

export function createTabPage({ world, wall, link, seed, problem }: PageOptions): TabPage {
  let shown: ShownPanel | null = null;
  let script: ShownScriptFile | null = null;
  const notify = (notice: Notice): void => shown?.notify(notice);
  const say = (text: string): void => notify({ kind: 'info', text });
  const refuse = (text: string): void => notify({ kind: 'error', text });
  const menu = {
    setGuests(guests: number) {
      // The page loads again, also if only the fragment differs (main.tsx).
      location.assign(linkTo(new URL(location.href), { ...link, guests }));
    },
    open: (file: File) => void openSource(file, { read: async () => file, is_live: false }),
    problem,
    copy: (address: string) => copyLink(address, say),
  };
  const show = async (...given: Parameters<typeof showPanel>): Promise<ShownPanel> => {
    shown?.close();
    return (shown = await showPanel(...given));
  };
  /** Whether the devices ran before a recording was shown. */
  let resumes = false;
  const showDevices = async (): Promise<void> => {
    if (resumes) await world.time.setPaused(false);
    resumes = false;
    const [first, ...others] = world.devices;
    const devices = first && script ? [{ ...first, script }, ...others] : world.devices;
    const tools = <TabMenu {...menu} guests={link.guests} link={() => linkNow(world, seed, link)} back={null} />;
    await show(createTabTransport({ ...world, devices, wall }), { tools });
  };
  const showRecording = async (name: string, file: Blob, at_s: number, address: string | null): Promise<void> => {
    const { openRecording } = await import('./open-recording.ts');
    const progress = (share: number): void => say(`Reading ${name}: ${Math.round(share * 100)} %`);
    const opened = await openRecording(file, name, progress);
    if (!opened.ok) return refuse(opened.error.message);
    const { start_ms, ended_ms, ...view } = opened.value;
    resumes ||= !world.time.paused();
    await world.time.setPaused(true);
    const tools = (
      <TabMenu {...menu} guests={null} link={address === null ? null : () => address} back={() => void showDevices()} />
    );
    const panel = await show(createTabTransport({ ...view, time: null, wall }), { tools });
    panel.moment.show(Math.min(start_ms + at_s * 1000, ended_ms));
  };
  const openScript = async (name: string, source: ScriptSource): Promise<void> => {
    const [device] = world.devices;
    if (!device) return;
    const [{ runScript }, { createScriptFile }] = await Promise.all([
      import('./run-script.ts'),
      import('../extension-script/script-file.ts'),
    ]);
    script = createScriptFile(name);
    await showDevices();
    const run = await runScript(device, source, script, { wall, pass: (ms) => world.time.advance(ms) });
    if (!run.ok) return refuse(run.error.message);
    say(source.is_live ? `${name} runs, and again after each change.` : `${name} runs. Open it again after a change.`);
  };
  const openSource = async (file: File, source: ScriptSource): Promise<void> => {
    try {
      if (file.name.endsWith('.lua')) await openScript(file.name, source);
      else if (file.name.endsWith('.gz')) await showRecording(file.name, file, 0, null);
      else refuse('Open a recording (.tapin.gz) or a drill (.lua).');
    } catch (thrown) {
      refuse(`${file.name} can't be opened: ${messageOf(thrown)}`);
    }
  };
  takeDrops((file, source) => void openSource(file, source));
  const open = (file: File): Promise<void> => openSource(file, { read: async () => file, is_live: false });
  return { showDevices, showRecording, open, notify };
}

function copyLink(address: string, say: (text: string) => void): void {
  // There is no clipboard on pages over plain HTTP, and the player may refuse it.
  const showInstead = (): void => say(`Copy this link: ${address}`);
  if (!isSecureContext) return showInstead();
  navigator.clipboard.writeText(address).then(() => say('Link copied.'), showInstead);
}

/** Returns the link to what the device plays now. */
function linkNow({ devices: [device] }: TabWorld, seed: number, { guests }: TabLink): string {
  const play = device?.device.play();
  const experience = play && play.kind !== 'idle' && play.kind !== 'extension' ? play.id : null;
  return linkTo(new URL(location.href), { seed, guests, experience, at_s: null });
}

/** Takes files that are dropped on the page. */
function takeDrops(take: (file: File, source: ScriptSource) => void): void {
  addEventListener('dragover', (event) => {
    event.preventDefault();
    document.body.classList.add('tab-drop');
  });
  addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) document.body.classList.remove('tab-drop');
  });
  addEventListener('drop', (event) => {
    event.preventDefault();
    document.body.classList.remove('tab-drop');
    const [item] = event.dataTransfer?.items ?? [];
    const file = item?.getAsFile();
    if (!item || !file) return;
    void liveSource(item, file).then((source) => take(file, source));
  });
}

/** Dropped item of browsers that give handles, with which a page reads the file again. */
interface ItemWithHandle {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
}

async function liveSource(item: DataTransferItem & ItemWithHandle, file: File): Promise<ScriptSource> {
  const handle = await item.getAsFileSystemHandle?.().catch(() => null);
  return handle instanceof FileSystemFileHandle
    ? { read: () => handle.getFile(), is_live: true }
    : { read: async () => file, is_live: false };
}
