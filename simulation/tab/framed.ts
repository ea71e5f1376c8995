// The tab inside the frame of another page, which sends the text of an extension and plays each new one it sends.

import { createScriptFile } from '../extension-script/script-file.ts';
import { showPanel } from '../../sims/panel/page/show-panel.tsx';
import type { Clock } from '../../hal/clock/clock.ts';
import { runScript } from './run-script.ts';
import { createTabTransport } from './tab-transport.ts';
import type { TabWorld } from './world.ts';

/** Message of the outer page. */
interface FrameText {
  readonly name: string;
  readonly lua: string;
}

/** Shows the first device, and asks the outer page for its extension. */
export async function showFramed(world: TabWorld, wall: Clock): Promise<void> {
  const [device, ...others] = world.devices;
  if (!device) return;
  const script = createScriptFile('extension');
  const devices = [{ ...device, script }, ...others];
  await showPanel(createTabTransport({ ...world, devices, wall }), { framed: true });
  const pass = (ms: number): Promise<void> => world.time.advance(ms);
  /** Texts play in the order in which they arrive. */
  let queue: Promise<unknown> = Promise.resolve();
  const play = async ({ name, lua }: FrameText): Promise<void> => {
    const file = new File([lua], name);
    // The script's own card shows why a text does not run.
    await runScript(device, { read: async () => file, is_live: false }, script, { wall, pass });
  };
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    const text = source === parent ? textIn(data) : null;
    if (text) queue = queue.catch(() => {}).then(() => play(text));
  });
  const size = new ResizeObserver(() => tell({ height_px: document.body.scrollHeight }));
  size.observe(document.body);
  tell({ ready: true });
}

/** The outer page may be of any origin: these messages have no secrets. */
const tell = (message: object): void => parent.postMessage(message, '*');

const textIn = (data: unknown): FrameText | null =>
  typeof data === 'object' &&
  data !== null &&
  'lua' in data &&
  typeof data.lua === 'string' &&
  'name' in data &&
  typeof data.name === 'string'
    ? { name: data.name, lua: data.lua }
    : null;
