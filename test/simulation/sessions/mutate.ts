// Preloaded before tapin: applies one of the mutations to its source as it is loaded. TAPIN_PLANT names the mutation.

import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { MUTATIONS } from './mutations.ts';

const bug = MUTATIONS.find(({ name }) => name === process.env['TAPIN_PLANT']);
if (!bug) throw new Error(`no mutation is named ${process.env['TAPIN_PLANT']}`);
const { file, right, wrong } = bug;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.startsWith('file:') || !fileURLToPath(url).endsWith(`/${file}`)) return loaded;
    const given = loaded.source ?? '';
    const source = typeof given === 'string' ? given : new TextDecoder().decode(given);
    if (source.split(right).length !== 2) throw new Error(`${file} must have this line exactly once: ${right}`);
    return { ...loaded, source: source.replace(right, () => wrong) };
  },
});
