// Writes docs/extensions/reference.md, tapin.lua, docs/scenario.schema.json and docs/openapi.json. Run with `npm run reference` when a verb
// of the runtime, a step of a scenario or a call of the panel has changed.

import { writeFileSync } from 'node:fs';
import { format } from 'oxfmt';
import { openapiFile } from './openapi.ts';
import { referencePage, stubFile } from './reference.ts';
import { scenarioSchemaFile } from './scenario-schema.ts';

const { code } = await format('reference.md', referencePage(), { printWidth: 120 });
writeFileSync('docs/extensions/reference.md', code);
writeFileSync('docs/extensions/tapin.lua', stubFile());
const schema = await format('scenario.schema.json', scenarioSchemaFile(), { printWidth: 120 });
writeFileSync('docs/scenario.schema.json', schema.code);
const openapi = await format('openapi.json', openapiFile(), { printWidth: 120 });
writeFileSync('docs/openapi.json', openapi.code);
