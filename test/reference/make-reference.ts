// Writes docs/extensions/reference.md, tapin.lua, the OpenAPI documents of panel and store, and the schemas of scenarios, hardware maps and board
// files. Run with `npm run reference` when a verb of the runtime, a step of a scenario, a key of a hardware map or a board file, or a call of the
// panel or the store has changed.

import { writeFileSync } from 'node:fs';
import { format } from 'oxfmt';
import { boardSchemaFile } from './board-schema.ts';
import { panelOpenapiFile } from './panel-openapi.ts';
import { stubFile } from './lua-stub.ts';
import { referencePage } from './reference.ts';
import { rigSchemaFile } from './rig-schema.ts';
import { scenarioSchemaFile } from './scenario-schema.ts';
import { storeOpenapiFile } from './store-openapi.ts';

const { code } = await format('reference.md', referencePage(), { printWidth: 120 });
writeFileSync('docs/extensions/reference.md', code);
writeFileSync('docs/extensions/tapin.lua', stubFile());
const schema = await format('scenario.schema.json', scenarioSchemaFile(), { printWidth: 120 });
writeFileSync('docs/scenario.schema.json', schema.code);
const rigs = await format('rig.schema.json', rigSchemaFile(), { printWidth: 120 });
writeFileSync('docs/rig.schema.json', rigs.code);
const board = await format('board.schema.json', boardSchemaFile(), { printWidth: 120 });
writeFileSync('docs/board.schema.json', board.code);
const openapi = await format('openapi.json', panelOpenapiFile(), { printWidth: 120 });
writeFileSync('docs/openapi.json', openapi.code);
const store = await format('store-openapi.json', storeOpenapiFile(), { printWidth: 120 });
writeFileSync('docs/store-openapi.json', store.code);
