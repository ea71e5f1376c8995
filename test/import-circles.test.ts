// Checks for import cycles: no file imports itself through other files, not even for a type. Code that two files share
// belongs in a third.

import test from 'ava';
import { importCircles } from './support/repository/import-circles.ts';
import { sourcesBelow } from './support/repository/sources.ts';

test('[repository] finds each circle once, by imports of every form, and no false ones', (t) => {
  const sources = Object.entries({
    'a/one.ts': "import { two } from './two.ts';",
    'a/two.ts': "import type { Three } from '../b/three.ts';\nimport { four } from './four.ts';",
    'b/three.ts': "export { one } from '../a/one.ts';\nimport 'node:fs';",
    'a/four.ts': 'export const four = 4;',
    'a/five.ts': "import { one } from './one.ts';\nimport { four } from './four.ts';",
    'a/six.ts': "import type { Six } from './six.ts';",
    'a/seven.ts': "const eight = await import('./eight.ts');",
    'a/eight.ts': "import { seven } from './seven.ts';\nimport { one } from './one.ts';",
  }).map(([path, text]) => ({ path, text }));
  t.deepEqual(importCircles(sources), [
    ['a/eight.ts', 'a/seven.ts'],
    ['a/one.ts', 'a/two.ts', 'b/three.ts'],
    ['a/six.ts'],
  ]);
});

test('[repository] has no circle of imports, types included', (t) => {
  const sources = sourcesBelow(
    'bin',
    'wire',
    'hal',
    'firmware',
    'cloud-stub',
    'sims',
    'simulation',
    'test',
    'bench',
    'rig',
    'card',
  );
  t.true(sources.length > 100);
  t.deepEqual(
    importCircles(sources).map((circle) => circle.join(' → ')),
    [],
  );
});
