// Writes docs/extensions/reference.md and tapin.lua. Run with `npm run reference` when a verb has changed.

import { writeFileSync } from 'node:fs';
import { format } from 'oxfmt';
import { referencePage, stubFile } from './reference.ts';

const { code } = await format('reference.md', referencePage(), { printWidth: 120 });
writeFileSync('docs/extensions/reference.md', code);
writeFileSync('docs/extensions/tapin.lua', stubFile());
