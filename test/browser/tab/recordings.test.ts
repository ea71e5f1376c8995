// Recordings made in Node replay in a browser to the same trace.

import { readdirSync, readFileSync } from 'node:fs';
import { browserTest } from '../../support/panel/browser-test.ts';
import { readRecording } from '../../../simulation/recordings/recording-file.ts';
import { valueOf } from '../../support/results.ts';
import { scriptPage } from '../../support/tab/browser-script.ts';
import { staticSite } from '../../support/tab/static-site.ts';
import { traceHash } from '../../support/tab/trace-hash.ts';

const FOLDER = 'fixtures/recordings';

browserTest('[tab] ten recordings made in Node replay to the same trace hash', async (t) => {
  const { url } = await staticSite(t);
  const page = await scriptPage(t, url);
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.tapin.gz'));
  t.is(names.length, 10);
  for (const name of names) {
    const here = await traceHash(valueOf(t, readRecording(`${FOLDER}/${name}`)));
    const packed = readFileSync(`${FOLDER}/${name}`).toString('base64');
    const there = await page.evaluate(`inBrowser.hashOf(${JSON.stringify(packed)})`);
    t.regex(here, /^[0-9a-f]{64}$/, name);
    t.is(there, here, name);
  }
});
