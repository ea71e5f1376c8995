// Which test runs where: no file is forgotten, and none is beside others that should not be.

import test from 'ava';
import { projectFiles } from '../support/repository/sources.ts';
import { kindsOfTests } from './kinds.ts';

const { shared, apart, alone, long } = kindsOfTests();
test('[repository] every test file runs once', (t) => {
  const files = projectFiles('test/').filter((path) => path.endsWith('.test.ts'));
  t.deepEqual([...shared, ...apart, ...alone, ...long].sort(), [...files].sort());
});

test('[repository] what measures or drives a terminal is alone; what is pure shares its process', (t) => {
  for (const file of ['test/hal/serial/serial-tty', 'test/hal/isolate/isolate', 'test/bin/cloud/cloud-ends'])
    t.true(alone.includes(`${file}.test.ts`), file);
  for (const file of ['test/browser/together', 'test/bin/usage', 'test/bin/cloud/run-cloud'])
    t.true(apart.includes(`${file}.test.ts`), file);
  for (const file of ['test/run/kinds', 'test/wire/crockford', 'test/conformance/relay-rounds', 'test/tidy'])
    t.true(shared.includes(`${file}.test.ts`), file);
});
