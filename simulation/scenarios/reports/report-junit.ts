// Reports scenario results as JUnit. Names attachments so that GitLab and Jenkins find them.

import { junitText, secondsOf, type JunitCase } from '../../reports/junit.ts';
import { placeText } from '../scenario.ts';
import { oneLine } from '../../../wire/visible.ts';
import { failureLines, nameOf, quarantineText, type PlayedScenario } from './report.ts';

/** Formats the report. `version`: version of the program. */
export const junitOf = (all: readonly PlayedScenario[], version: string): string => junitText(version, all.map(caseOf));

function caseOf(played: PlayedScenario): JunitCase {
  const { file, wall_ms, seed, backend, played_ms, artefacts, screenshots, quarantine, rig, retried, attempts } =
    played;
  const attached = [...screenshots, ...artefacts];
  return {
    classname: oneLine(file.replace(/\.ya?ml$/, '')),
    name: oneLine(nameOf(played)),
    file: oneLine(file),
    ms: wall_ms,
    properties: [
      ['seed', seed],
      ['backend', backend],
      ...(rig === undefined ? [] : [['rig', rig] as const]),
      ...(retried === undefined ? [] : [['retried', retried] as const]),
      ...(attempts === undefined ? [] : [['attempts', attempts] as const]),
      ['played_s', secondsOf(played_ms)],
      ...(quarantine ? [['quarantine', quarantineText(quarantine)] as const] : []),
      ...attached.map((path) => ['attachment', path] as const),
    ],
    verdict: verdictOf(played),
    output: attached.map((path) => `[[ATTACHMENT|${path}]]`),
  };
}

/** `flakyFailure` is Maven Surefire's element for a case that passed on a further attempt. */
const TAGS = { passed: 'failure', failed: 'failure', error: 'error', flaky: 'flakyFailure' } as const;

/** Reports a failure in quarantine as skipped, so that CI neither fails on it nor counts it as passed. */
function verdictOf(played: PlayedScenario): JunitCase['verdict'] {
  const { status, message, at, device, lines, quarantine, failures } = played;
  if (status === 'passed') return null;
  const detail = `${at ? `${placeText(at)}: ` : ''}${message}`;
  if (status === 'skipped') return { tag: 'skipped', type: status, message, text: '' };
  if (quarantine)
    return { tag: 'skipped', type: status, message: `${quarantineText(quarantine)}; ${detail}`, text: '' };
  const screen = [detail, ...(device === '' ? [] : [`the screen of ${device}:`]), ...lines];
  const text = (failures.length > 0 ? failures.flatMap(failureLines) : screen).join('\n');
  return { tag: TAGS[status], type: status, message, text };
}
