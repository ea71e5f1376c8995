// Tests of examples in Python, where there is one.

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

/** Skipped, visibly, where there is no python3. */
export const pythonTest = hasPython() ? test : test.skip;
