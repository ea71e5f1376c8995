// Steps of a rig test: prints a line for each finished step and builds a report for CI.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { junitText, type JunitCase } from '../simulation/reports/junit.ts';
import type { Result } from '../wire/errors.ts';
import { readFields } from '../wire/json-fields.ts';
import { PROJECT, type Print } from './build/cache.ts';

interface Steps {
  /** Runs and reports a step. @returns Its value; null if it failed, so that the caller can skip dependent steps. */
  step<T>(name: string, run: () => Promise<Result<T>>, found: (value: T) => string): Promise<T | null>;
  end(): Tested;
}

export interface Tested {
  readonly passed: boolean;
  /** Report in JUnit format. */
  readonly junit: string;
}

export function openSteps(print: Print): Steps {
  const cases: JunitCase[] = [];
  return {
    async step(name, run, found) {
      const started_ms = performance.now();
      const result = await run();
      const ms = performance.now() - started_ms;
      const detail = result.ok ? found(result.value) : result.error.message;
      print(`${result.ok ? 'ok    ' : 'FAILED'} ${(ms / 1000).toFixed(1).padStart(6)} s  ${name}: ${detail}`);
      const verdict = { tag: 'failure', type: 'rig', message: detail, text: detail } as const;
      const about = { classname: 'rig', name, ms, properties: [], output: [detail] };
      cases.push({ ...about, verdict: result.ok ? null : verdict });
      return result.ok ? result.value : null;
    },
    end: () => ({ passed: cases.every(({ verdict }) => verdict === null), junit: junitText(version(), cases) }),
  };
}

const version = (): string => String(readFields(readFileSync(join(PROJECT, 'package.json'), 'utf8'))?.['version']);
