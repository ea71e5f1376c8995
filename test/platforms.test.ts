// Installed packages also have their binaries for a Raspberry Pi in the lock file.

import { readFileSync } from 'node:fs';
import test from 'ava';
import { fieldsIn, fieldsOf } from './support/read-json.ts';

test('[repository] the lock file has arm64 binaries for all packages prebuilt for Linux on x86-64', (t) => {
  const lock = fieldsIn(readFileSync('package-lock.json', 'utf8'));
  const packages = fieldsOf(lock['packages']);
  const development = (name: string): boolean => fieldsOf(packages[name])['dev'] === true;
  const x64 = Object.keys(packages).filter((name) => /linux-x64/.test(name) && !development(name));
  t.true(x64.length >= 4, x64.join(', '));
  for (const name of x64) t.true(Object.hasOwn(packages, name.replace('linux-x64', 'linux-arm64')), name);
});
