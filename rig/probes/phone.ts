// A real browser on the host as the browser of the phone that the machine simulates: all its connections leave from the
// phone's adapter.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { findBrowser, launchBrowser, NO_BROWSER } from '../../test/support/panel/browser.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import type { CardMachine } from '../machine/card-machine.ts';

const PROXY = readFileSync(new URL('../guest/phone-proxy.ts', import.meta.url), 'utf8');
const STEP_MS_MAX = 180_000;

interface Phone {
  readonly page: Page;
  close(): Promise<void>;
}

/** Opens the browser. The phone must exist, but may be in no network yet. Errors: `rig_failed`. */
export async function openPhone({ run, forward }: CardMachine): Promise<Result<Phone>> {
  const found = await findBrowser();
  if (!found) return fail('rig_failed', NO_BROWSER);
  const started = await run(
    `. /run/air/air.sh\ncat > /run/air/phone-proxy.ts <<'PROXY'\n${PROXY}PROXY\n` +
      'within phone setsid /opt/tapin/node_modules/node/bin/node /run/air/phone-proxy.ts > /run/air/proxy.log 2>&1 < /dev/null &\n' +
      'timeout 60 sh -c "until [ -S /run/air/phone.sock ]; do sleep 1; done"',
  );
  const port = started.ok ? await forward('/run/air/phone.sock') : started;
  if (!port.ok) return port;
  const browser = await launchBrowser(found);
  const context = await browser.newContext({
    proxy: { server: `socks5://127.0.0.1:${port.value}` },
    viewport: { width: 390, height: 780 },
    locale: 'en-GB',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(STEP_MS_MAX);
  return ok({ page, close: () => browser.close() });
}
