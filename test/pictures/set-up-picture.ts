// Picture of the form of the first start on a phone, from a device with virtual Wi-Fi.

import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import * as v from 'valibot';
import { firstLine } from '../support/process/streams.ts';
import { readJson } from '../support/read-json.ts';

/** Writes set-up.png. */
export async function makeSetUpPicture(browser: Browser, folder: URL): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'tapin-pictures-'));
  const board = join(data, 'board.yaml');
  writeFileSync(board, 'sensor: virtual\nwifi: virtual\n');
  const tapin = spawn(
    fileURLToPath(new URL('../../tapin', import.meta.url)),
    ['device', '--board', board, '--port', '0', '--data', join(data, 'data')],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  try {
    const { panel } = readJson(v.object({ panel: v.string() }), await firstLine(tapin.stdout));
    const page = await browser.newPage({
      viewport: { width: 390, height: 844 },
      colorScheme: 'light',
      locale: 'en-GB',
    });
    await page.goto(panel.replace('/?', '/set-up?'));
    await page.getByText("This phone is on the putter's own network.").waitFor();
    await page.getByLabel('Clubhouse').check();
    await page.screenshot({ path: fileURLToPath(new URL('set-up.png', folder)) });
    await page.close();
  } finally {
    tapin.kill('SIGINT');
    await once(tapin, 'exit');
    rmSync(data, { recursive: true });
  }
}
