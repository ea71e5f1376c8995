// The device in a tab of Firefox and WebKit. The browser only opens a page, whose script plays and reports.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test from 'ava';
import * as v from 'valibot';
import { bundlePage } from '../../../sims/panel/build-page.ts';
import { readRecording } from '../../../simulation/recordings/recording-file.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { TIMEOUT_MS } from '../../support/process/timeouts.ts';
import { readJson } from '../../support/read-json.ts';
import { valueOf } from '../../support/results.ts';
import { OTHER_BROWSERS, pathOf } from '../../support/tab/other-browsers.ts';
import { staticSite } from '../../support/tab/static-site.ts';
import { traceHash } from '../../support/tab/trace-hash.ts';

const reportShape = v.object({
  failed: v.nullable(v.string()),
  hashes: v.record(v.string(), v.string()),
});

for (const browser of OTHER_BROWSERS) {
  const path = pathOf(browser);
  if (path === null) {
    test.skip(`[tab] ${browser.name}: not on this machine: set ${browser.variable}=/path/to/it`, () => {});
    continue;
  }
  test.serial(
    `[tab] plays a set, keeps its trend, draws a statechart, runs a drill and replays recordings in ${browser.name}`,
    async (t) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const script = (name: string): Promise<string> =>
        bundlePage(new URL(`../../support/tab/${name}`, import.meta.url));
      const site = await staticSite(t, {
        files: {
          'drive.html': '<!doctype html><title>drive</title><body><script type="module" src="self-driven.js"></script>',
          'self-driven.js': await script('self-driven.ts'),
          'in-browser.js': await script('in-browser.ts'),
        },
        received: resolve,
      });
      const [program, ...args] = browser.command(path, await temporaryFolder(t), `${site.url}drive.html`);
      const child = spawn(program, args, { stdio: 'ignore', detached: true });
      const limit = setTimeout(() => reject(new Error('the page has posted no report')), TIMEOUT_MS);
      t.teardown(() => clearTimeout(limit));
      child.once('error', reject);
      child.once('exit', () => reject(new Error('the browser ended')));
      t.teardown(async () => {
        if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        process.kill(-child.pid, 'SIGKILL');
        await ended;
      });
      const report = readJson(reportShape, await promise);
      t.is(report.failed, null);
      t.is(Object.keys(report.hashes).length, 8);
      for (const [name, hash] of Object.entries(report.hashes))
        t.is(hash, await traceHash(valueOf(t, readRecording(`fixtures/recordings/${name}.tapin.gz`))), name);
    },
  );
}
