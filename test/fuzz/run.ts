// A long fuzz run over path data and pieces of Lua: `npm run fuzz`, or `npm run fuzz -- --paths 1000 --snippets 100
// --seed 7`. A failure ends it with the seed and the text.

import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { loadLua } from '../../firmware/extension-runtime/lua/wasm.ts';
import { costProblem, pathProblem, reachableNames, snippetProblem } from '../support/extension/fuzz-checks.ts';
import { PLAIN_LOOP } from '../support/extension/expensive-scripts.ts';
import { callBody } from '../support/extension/extension-script.ts';
import { processorTime } from '../support/process/processor-time.ts';
import { luaSnippet } from '../support/extension/lua-snippets.ts';
import { hostilePaths, validPaths } from '../support/extension/path-data.ts';

const { values } = parseArgs({
  options: {
    paths: { type: 'string', default: '1000000' },
    snippets: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
  },
});
const seed = Number(values.seed);

interface Slowest {
  readonly took_ms: number;
  readonly text: string;
}

const BATCH = 500;
/** A terminal shows the progress in one line. */
const END = process.stderr.isTTY ? '\r' : '\n';

/** Checks `many` texts in batches with a seed each, and prints the progress. */
function check(what: string, many: number, texts: fc.Arbitrary<string>, problemOf: (text: string) => string): void {
  let slowest: Slowest = { took_ms: 0, text: '' };
  const began_ms = performance.now();
  for (let done = 0; done < many; done += BATCH) {
    for (const text of fc.sample(texts, { seed: seed * 1_000_003 + done, numRuns: Math.min(BATCH, many - done) })) {
      const start = performance.now();
      const problem = problemOf(text);
      const took_ms = performance.now() - start;
      if (took_ms > slowest.took_ms) slowest = { took_ms, text };
      if (problem === '') continue;
      process.stderr.write(`\n${what}, seed ${seed}, batch ${done}: ${problem}\n${JSON.stringify(text)}\n`);
      process.exit(1);
    }
    if (process.stderr.isTTY || (done / BATCH) % 100 === 99)
      process.stderr.write(`${what}: ${(done + BATCH).toLocaleString('en')} of ${many.toLocaleString('en')}${END}`);
  }
  const took_s = ((performance.now() - began_ms) / 1000).toFixed(0);
  process.stderr.write('\n');
  process.stdout.write(
    `${many.toLocaleString('en')} ${what} in ${took_s} s: nothing wrong; the slowest took ${slowest.took_ms.toFixed(1)} ms: ` +
      `${JSON.stringify(slowest.text.slice(0, 120))}\n`,
  );
}

check('paths', Number(values.paths), fc.oneof(hostilePaths, validPaths()), pathProblem);
const lua = await loadLua();
const names = reachableNames();
const plain_ms = processorTime(() => void callBody(lua, PLAIN_LOOP), 20);
check('snippets', Number(values.snippets), luaSnippet, (snippet) => {
  const problem = snippetProblem(lua, snippet) || costProblem(lua, snippet, plain_ms);
  return problem || (reachableNames() === names ? '' : 'something reached JavaScript');
});
