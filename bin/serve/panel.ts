// Serves the front panel of this process's devices until the process ends, and prints where to find the page.

import { setTimeout as sleep } from 'node:timers/promises';
import { openPanel, type PanelServer } from '../../sims/panel/panel-server.ts';
import type { PacedTime } from '../../sims/panel/paced-time.ts';
import type { PanelDevice, PanelRecording } from '../../sims/panel/panel-device.ts';
import { ok } from '../../wire/errors.ts';
import { createChartsThread } from '../../simulation/statecharts/charts-thread.ts';
import { openBrowser } from '../process/open-browser.ts';
import { isStdoutJournal, keptToken, type PanelToken } from './panel-token.ts';
import { isJsonLog, onShutdown, printListening, printMessage } from '../process/process.ts';
import { closeAndExit, TIMEOUT_MS, type ProcessResources } from '../process/resources.ts';

interface PanelServing {
  readonly host: string;
  readonly port: number;
  /** Data folder that stores the token. Default: a token for this run. */
  readonly data?: string;
  /** Returns the address of this machine in a network of its own. Default: it has none. */
  readonly ownAddress?: () => string | null;
  /** Recording to offer on the page. Default: none. */
  readonly recording?: PanelRecording;
  /** Pace control of the devices. Default: a fixed pace. */
  readonly time?: PacedTime;
  /** Whether to open the page in this machine's browser. */
  readonly open?: boolean;
  /** Whether the clock is paused until the page is viewed, so that the user sees the devices boot. */
  readonly waits?: boolean;
}

/** Serves the panel until the process ends. `urls`: other addresses and values to print. */
export async function servePanel(
  resources: ProcessResources,
  { host, port, data, ownAddress, recording, time, open = false, waits = false }: PanelServing,
  devices: readonly PanelDevice[],
  urls: Readonly<Record<string, string | number>>,
): Promise<void> {
  const kept = data === undefined ? ok(null) : await keptToken(data);
  if (!kept.ok) return closeAndExit(resources, kept.error);
  const token = kept.value && { token: kept.value.token };
  resources.onClose(async () => kept.value?.close());
  const site = urls['relay'] === undefined ? {} : { author_site: `${urls['relay']}/` };
  const about = {
    ...(recording && { recording }),
    ...(time && { time }),
    ...(ownAddress && { ownAddress }),
    ...site,
  };
  const log = devices[0]?.log ?? resources.log;
  const panel = await openPanel({ devices, host, port, ...token, ...about, log, charts: createChartsThread() });
  if (!panel.ok) return closeAndExit(resources, panel.error);
  resources.onClose(() => panel.value.close(), TIMEOUT_MS);
  const { viewers, renew } = panel.value;
  const withdraw = resources.web_page.serve({
    host,
    port: panel.value.port,
    viewers,
    token: () => panel.value.token,
    async renew() {
      const stored = await kept.value?.replace(renew());
      if (stored?.ok === false) log.write('warn', 'panel', stored.error.message);
    },
  });
  resources.onClose(async () => withdraw());
  onShutdown(() => resources.close());
  printAddress(panel.value, kept.value, urls, resources.web_page.link());
  const no_browser = open ? openBrowser(panel.value.urlOnce()) : null;
  if (!waits || !time) return;
  if (no_browser) await Promise.race([panel.value.viewed(), no_browser, sleep(BROWSER_MS)]);
  await time.setPaused(false);
}

/** Wait for a browser before the devices run anyway. */
const BROWSER_MS = 20_000;

/**
 * Prints the address. Keeps the token out of logs that other users may read, and prints the path of the token file
 * instead.
 */
function printAddress(
  { url, origin }: PanelServer,
  kept: PanelToken | null,
  urls: Readonly<Record<string, string | number>>,
  link: string | null,
): void {
  const in_file = kept && isStdoutJournal();
  printListening({ ...(in_file ? { panel: `${origin}/`, token_file: kept.file } : { panel: url }), ...urls });
  if (isJsonLog()) {
    const token = kept ? `stored in ${kept.file}` : 'in the first line on stdout';
    return printMessage(`The page is ${origin}/?token=TOKEN, where TOKEN is ${token}.`, 'info');
  }
  const page = kept && !process.stderr.isTTY ? `${origin}/?token=TOKEN, where TOKEN is stored in ${kept.file}` : url;
  const phone = link === null || page !== url ? '' : `On a phone   ${link}\n`;
  const site = urls['relay'] === undefined ? '' : `Author site  ${urls['relay']}/\n`;
  process.stderr.write(`Page         ${page}\n${phone}${site}Stop with Ctrl-C.\n`);
}
