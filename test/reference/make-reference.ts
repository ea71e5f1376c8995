// Writes docs/extensions/reference.md and tapin.lua. Run with `npm run reference` when a verb has changed.

import { writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { referencePage, stubFile } from './reference.ts';

writeFileSync('docs/extensions/reference.md', await format(referencePage(), { parser: 'markdown', printWidth: 120 }));
writeFileSync('docs/extensions/tapin.lua', stubFile());
