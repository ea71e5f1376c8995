// Loads the tab in a frame, plays it, and posts a report. Needs no WebDriver, so it runs in any browser.

import { TIMEOUT_MS } from '../process/timeouts.ts';

interface SelfDrivenReport {
  /** The step that failed, with what was on the page; null if none. */
  readonly failed: string | null;
  /** Trace hashes by recording. */
  readonly hashes: Readonly<Record<string, string>>;
}

const STEP_MS_MAX = TIMEOUT_MS / 4;

const RECORDINGS = [
  'device-cable-faults',
  'device-power-cut',
  'real-a-set',
  'real-cable-and-keys',
  'real-session',
  'session-host-reboots',
  'simulated-4',
  'store-updated',
];

localStorage.setItem('tapin.workbench', 'true');
const frame = document.createElement('iframe');
Object.assign(frame.style, { width: '1280px', height: '900px' });
document.body.append(frame);

const all = (selector: string): readonly HTMLElement[] => [
  ...(frame.contentDocument?.querySelectorAll<HTMLElement>(selector) ?? []),
];
const byTestId = (test_id: string, within = ''): HTMLElement | null =>
  all(`[data-testid=${test_id}]${within}`)[0] ?? null;
const lines = (): readonly string[] => all('[data-testid=text-lines] li').map(({ textContent }) => textContent);

const nextFrame = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 20));

async function until<T>(what: string, look: () => T | null | undefined | false): Promise<T> {
  const started_ms = performance.now();
  for (;;) {
    const found = look();
    if (found) return found;
    if (performance.now() - started_ms > STEP_MS_MAX) throw new Error(`no ${what}`);
    await nextFrame();
  }
}

const line = (text: string | RegExp): Promise<boolean> =>
  until(`line ${String(text)}`, () =>
    lines().some((each) => (typeof text === 'string' ? each === text : text.test(each))),
  );

async function open(address: string): Promise<void> {
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  if (frame.src === '') frame.src = address;
  else frame.contentWindow?.location.replace(address);
  await loaded;
}

function press(key: string): void {
  for (const type of ['keydown', 'keyup'])
    frame.contentDocument?.body.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }));
}

async function choose(row: string): Promise<void> {
  const focused = (): string => all('[data-testid=text-lines] li[aria-current=true]')[0]?.textContent ?? '';
  await until(`row ${row}`, () => lines().some((each) => each.startsWith(row)));
  for (let now = await until('focus', focused); !now.startsWith(row);) {
    const before = now;
    press('ArrowDown');
    now = await until('next row', () => focused() !== before && focused());
  }
  press('Enter');
}

async function select(test_id: string, value: string): Promise<void> {
  const choice = await until(test_id, () => byTestId(test_id));
  Object.assign(choice, { value });
  choice.dispatchEvent(new Event('change', { bubbles: true }));
}

const hashes: Record<string, string> = {};

const STEPS: Readonly<Record<string, () => Promise<unknown>>> = {
  async 'plays Lag putting to its result'() {
    await open('./');
    await choose('Lag putting');
    await choose('Start');
    await line('Lag putting · Putt 1 of 10');
    (await until('golfer', () => byTestId('golfer'))).click();
    await select('time-speed', '50');
    await line('Lag putting: result');
    // A reset waits for pending writes, which a reload does not.
    (await until('reset', () => byTestId('power-reset'))).click();
    await line('Start');
  },
  async 'keeps the trend over a reload'() {
    await open('./');
    await choose('Trend');
    await line(/^Trend of Player 1: \d+ %$/);
  },
  async 'draws a statechart'() {
    await until('state', () => byTestId('chart', ' [data-lit=true]'));
  },
  async 'runs a drill'() {
    await open('./?drill=nine.lua');
    await line('Nine');
  },
  async 'replays recordings'() {
    await import(new URL('in-browser.js', location.href).href);
    for (const name of RECORDINGS) {
      const bytes = new Uint8Array(await (await fetch(`${name}.tapin.gz`)).arrayBuffer());
      hashes[name] = await globalThis.inBrowser.hashOf(btoa(String.fromCharCode(...bytes)));
    }
  },
};

declare global {
  var inBrowser: { hashOf(base64: string): Promise<string> };
}

let failed: string | null = null;
for (const [name, step] of Object.entries(STEPS)) {
  if (failed !== null) break;
  try {
    await step();
  } catch (thrown) {
    failed = `${name}: ${String(thrown)}. On the page: ${lines().join(' / ')}; ${byTestId('status')?.textContent ?? ''}`;
  }
}
const report: SelfDrivenReport = { failed, hashes };
await fetch('report', { method: 'POST', body: JSON.stringify(report) });
