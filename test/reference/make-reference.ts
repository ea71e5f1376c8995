// Writes docs/extensions/reference.md, tapin.lua and docs/scenario.schema.json. Run with `npm run reference` when a verb of the runtime or
// a step of a scenario has changed.

import { writeFileSync } from 'node:fs';
import { format } from 'oxfmt';
import { referencePage, stubFile } from './reference.ts';
import { scenarioSchemaFile } from './scenario-schema.ts';

const { code } = await format('reference.md', referencePage(), { printWidth: 120 });
writeFileSync('docs/extensions/reference.md', code);
writeFileSync('docs/extensions/tapin.lua', stubFile());
const schema = await format('scenario.schema.json', scenarioSchemaFile(), { printWidth: 120 });
writeFileSync('docs/scenario.schema.json', schema.code);
