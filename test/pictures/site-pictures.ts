// Pictures of the author site and the support site for docs/: a store with extensions in a real browser.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { publishCheck } from '../../bin/cloud/publish-check.ts';
import { findBrowser, launchBrowser, NO_BROWSER } from '../support/panel/browser.ts';
import { author, publishText, siteWorld, supporter, type Person, type SiteWorld } from '../support/store/site-world.ts';

const TEXTS: readonly (readonly [name: string, description: string])[] = [
  ['shuffle', 'Distances in random order: how well do you judge them?'],
  ['rings', 'Rings around the hole: the closer to the middle, the more points.'],
  ['comet', 'Bring your comet to rest on the orbit that glows.'],
  ['ladder', 'Hole three in a row from each distance and climb. A miss restarts the rung.'],
];

/** Writes site-list.png, site-editor.png and site-support.png into the folder. */
export async function makeSitePictures(folder: URL): Promise<void> {
  const found = await findBrowser();
  if (!found) return void process.stderr.write(`No pictures of the author site: ${NO_BROWSER}.\n`);
  const ends: (() => unknown)[] = [];
  const world = await siteWorld(
    { teardown: (end) => void ends.push(end), fail: (message) => void process.stderr.write(`${message}\n`) },
    { check: publishCheck },
  );
  const browser = await launchBrowser(found);
  try {
    const { ann, sam, ladder } = await filled(world);
    const open = async (person: Person, colorScheme: 'light' | 'dark', height: number) => {
      const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height } });
      const cookies = [...person.cookies].filter(([name]) => /^tapin-(site|support)$/.test(name));
      await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: world.origin })));
      return context.newPage();
    };
    const save = (name: string): string => fileURLToPath(new URL(name, folder));
    const list = await open(ann, 'light', 900);
    await list.goto(world.origin, { waitUntil: 'networkidle' });
    await list.screenshot({ path: save('site-list.png') });
    const editor = await open(ann, 'dark', 1000);
    await editor.goto(`${world.origin}/own/${ladder}/edit`);
    const device = editor.frameLocator('iframe');
    await device.getByRole('button', { name: 'Strike', exact: true }).click();
    await device.getByText('1 putts so far').first().waitFor({ state: 'attached' });
    await editor.evaluate('scrollTo(0, 0)');
    await editor.screenshot({ path: save('site-editor.png') });
    const support = await open(sam, 'light', 1400);
    await support.goto(`${world.origin}/support/extension/${ladder}?reason=0`, { waitUntil: 'networkidle' });
    await support.screenshot({ path: save('site-support.png') });
  } finally {
    await browser.close();
    for (const end of ends) await end();
  }
}

/** Fills the store with listed extensions, one of them with a newer version awaiting review. */
async function filled(world: SiteWorld) {
  const ann = await author(world);
  const sam = await supporter(world);
  let ladder = '';
  for (const [name, description] of TEXTS) {
    const text = readFileSync(`docs/extensions/examples/${name}.lua`, 'utf8');
    ladder = await publishText(ann, text, description);
    await ann.open(`/own/${ladder}`);
    await ann.fill(`/own/${ladder}/request`, {});
    await sam.open(`/support/extension/${ladder}`);
    await sam.fill(`/support/extension/${ladder}`, { action: 'approve', version: '1' });
  }
  await ann.open(`/own/${ladder}/edit`);
  const text = readFileSync('docs/extensions/examples/ladder.lua', 'utf8');
  const newer = text
    .replace('size = 40', 'size = 44')
    .replace('local word = "Strike the ball"', 'local word = "Putt when you are ready"');
  await ann.fill(`/own/${ladder}/edit`, {
    text: newer,
    description: TEXTS.at(-1)?.[1] ?? '',
    notes: 'Larger letters.',
  });
  return { ann, sam, ladder };
}
