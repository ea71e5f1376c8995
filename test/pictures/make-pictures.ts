// Makes the pictures of docs/: every device page (also used as golden frames), and the front panel in a real browser.
// Run with `npm run pictures`, and review the differences before you commit them.

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { testFiles } from '../../bin/extension/test.ts';
import { contactSheet } from './contact-sheet.ts';
import { makeGreenPictures } from './green-pictures.ts';
import { makePanelPictures } from './panel-pictures.ts';
import { makeSitePictures } from './site-pictures.ts';
import { makeTabPicture } from './tab-picture.ts';
import { tourPages } from './page-tour.ts';

const pages = new URL('../../docs/pages/', import.meta.url);

mkdirSync(pages, { recursive: true });
for (const file of readdirSync(pages)) rmSync(new URL(file, pages));
await tourPages(async (name, { screen }) => writeFileSync(new URL(`${name}.png`, pages), await screen.png()));
writeFileSync(new URL('../play-screens.png', pages), await contactSheet(pages));
const greens = new URL('../greens/', pages);
mkdirSync(greens, { recursive: true });
await makeGreenPictures((name, png) => writeFileSync(new URL(`${name}.png`, greens), png));
const examples = 'docs/extensions/examples';
await testFiles(
  readdirSync(examples)
    .filter((file) => file.endsWith('.lua'))
    .map((file) => `${examples}/${file}`),
  {},
);
await makePanelPictures(new URL('../../docs/', import.meta.url));
await makeTabPicture(new URL('../../docs/', import.meta.url));
await makeSitePictures(new URL('../../docs/', import.meta.url));
process.stdout.write(`Pictures are in ${new URL('../../docs/', import.meta.url).pathname}\n`);
