// GitHub Actions output: keeps printed lines from acting as runner commands, annotates failures at the lines of their
// scenarios, and writes the job summary.

import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { annotationsOf, jobSummaryOf } from '../../simulation/scenarios/reports/report-github.ts';
import type { PlayedScenario } from '../../simulation/scenarios/reports/report.ts';
import { messageOf } from '../../wire/errors.ts';
import { printMessage } from '../process/process.ts';

interface GithubJob {
  end(all: readonly PlayedScenario[], wall_ms: number): void;
}

/** Opens the job output; does nothing outside a job. `print`: writes a line to the job's log. */
export function openGithubJob(print: (line: string) => void, env: NodeJS.ProcessEnv = process.env): GithubJob {
  const { GITHUB_ACTIONS: inJob, GITHUB_STEP_SUMMARY: summary, GITHUB_WORKSPACE: workspace = '.' } = env;
  if (inJob !== 'true') return { end: () => {} };
  const token = randomUUID();
  print(`::stop-commands::${token}`);
  return {
    end(all, wall_ms) {
      print(`::${token}::`);
      for (const line of annotationsOf(all, (file) => pathIn(workspace, file))) print(line);
      if (summary) append(summary, jobSummaryOf(all, wall_ms));
    },
  };
}

/** Makes a path relative to the repository; a file outside keeps its path. */
function pathIn(workspace: string, file: string): string {
  const path = relative(resolve(workspace), resolve(file));
  return path.startsWith('..') ? file : path;
}

function append(file: string, text: string): void {
  try {
    appendFileSync(file, text);
  } catch (thrown) {
    printMessage(`The job summary can't be written: ${messageOf(thrown)}.`);
  }
}
