// Process assignment of tests: no file is missed, and tests that must run alone do so.

import test from 'ava';
import { projectFiles } from '../support/repository/sources.ts';
import { kindsOfTests } from './kinds.ts';

const kinds = kindsOfTests();
const { shared, apart, alone } = kinds;
test('[repository] runs every test file once', (t) => {
  const files = projectFiles('test/').filter((path) => path.endsWith('.test.ts'));
  t.deepEqual(Object.values(kinds).flat().sort(), [...files].sort());
});

test('[repository] runs tests that measure time or drive a terminal alone, and pure tests in a shared process', (t) => {
  for (const file of ['test/hal/serial/serial-tty', 'test/hal/isolate/isolate', 'test/bin/cloud/cloud-ends'])
    t.true(alone.includes(`${file}.test.ts`), file);
  t.true(kinds['long-alone'].includes('test/bin/hil.long.test.ts'));
  for (const file of ['test/browser/together', 'test/bin/usage', 'test/bin/cloud/run-cloud'])
    t.true(apart.includes(`${file}.test.ts`), file);
  for (const file of ['test/run/kinds', 'test/wire/crockford', 'test/conformance/relay-rounds', 'test/tidy'])
    t.true(shared.includes(`${file}.test.ts`), file);
});
