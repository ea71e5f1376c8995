// Runs tests of Python examples if Python is installed.

import { execFileSync } from 'node:child_process';
import test from 'ava';

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version']);
    return true;
  } catch {
    return false;
  }
}

/** Test function; reports the test as skipped if python3 is missing. */
export const pythonTest = hasPython() ? test : test.skip;
