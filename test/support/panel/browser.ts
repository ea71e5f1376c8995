// A real browser for tests. On Linux on x86-64 it comes from the npm registry with its own libraries and fonts, so a
// machine needs no browser or system packages; on other platforms, tests use the installed browser or are skipped.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser, type BrowserServer } from 'playwright-core';
import * as v from 'valibot';
import { readJson } from '../read-json.ts';

interface FoundBrowser {
  readonly path: string;
  /** Additional environment variables for the browser process. */
  readonly env: Readonly<Record<string, string>>;
}

export const NO_BROWSER = 'no browser for this machine: set TAPIN_BROWSER=/path/to/chromium';

/** Finds a browser: TAPIN_BROWSER, the packaged one, or an installed one; null if none. */
export async function findBrowser(): Promise<FoundBrowser | null> {
  const named = process.env['TAPIN_BROWSER'];
  if (named) return { path: named, env: {} };
  if (process.platform === 'linux' && process.arch === 'x64') return unpackedBrowser();
  const installed = INSTALLED.find((path) => existsSync(path));
  return installed === undefined ? null : { path: installed, env: {} };
}

const INSTALLED: readonly string[] = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
];

const optionsOf = ({ path, env }: FoundBrowser) => ({
  executablePath: path,
  // Renders in one process: there is no graphics card, and shared memory is not reliable.
  args: ['--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none'],
  env: { ...process.env, ...env },
});

/** Names the address of a browser that the test files of a run share. */
export const SHARED_BROWSER = 'TAPIN_SHARED_BROWSER';

/** Starts a browser for all test files of a run. Returns null if this machine has none. */
export async function serveBrowser(): Promise<BrowserServer | null> {
  const found = await findBrowser();
  return found && chromium.launchServer(optionsOf(found));
}

/** Connects to the browser of the run, or starts one for a file that runs by itself. */
export function launchBrowser(found: FoundBrowser): Promise<Browser> {
  const shared = process.env[SHARED_BROWSER];
  return shared === undefined ? chromium.launch(optionsOf(found)) : chromium.connect(shared);
}

/** Unpacks @sparticuz/chromium once per user and version; atomic, so concurrent processes are safe. */
async function unpackedBrowser(): Promise<FoundBrowser> {
  const folder = join(tmpdir(), `tapin-browser-${await packedVersion()}-${userInfo().uid}`);
  if (!existsSync(folder)) await unpackTo(folder);
  const { uid } = await stat(folder);
  if (uid !== userInfo().uid) throw new Error(`${folder} belongs to another user`);
  return {
    path: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: [join(folder, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
  };
}

async function packedVersion(): Promise<string> {
  const manifest = new URL('../../../node_modules/@sparticuz/chromium/package.json', import.meta.url);
  return readJson(v.object({ version: v.string() }), await readFile(manifest, 'utf8')).version;
}

async function unpackTo(folder: string): Promise<void> {
  const staging = await mkdtemp(join(tmpdir(), 'tapin-browser-unpacking-'));
  try {
    // The package unpacks into the temporary folder, reuses any files it finds there, and uses its own libraries only if it
    // detects the cloud service it was made for. A separate process can simulate that.
    await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', "await (await import('@sparticuz/chromium')).default.executablePath();"],
      {
        cwd: new URL('../../..', import.meta.url).pathname,
        env: { ...process.env, TMPDIR: staging, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
      },
    );
    await writeFile(join(staging, 'fonts', 'fonts.conf'), fontsConf(folder));
    await mkdir(join(staging, 'fonts', 'cache'));
    await rename(staging, folder);
  } catch (thrown) {
    await rm(staging, { recursive: true, force: true });
    // Another process may have created the folder first; its copy works as well.
    if (!existsSync(folder)) throw thrown;
  }
}

/** Returns a fontconfig file with only the packaged fonts, so that the layout is the same on every machine. */
const fontsConf = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts/fonts</dir>
  <cachedir>${folder}/fonts/cache</cachedir>
</fontconfig>
`;
