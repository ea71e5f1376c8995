// Writes the report page of a run to its results folder.

import { basename, relative } from 'node:path';
import type { Failure } from '../../simulation/scenarios/failures/failure.ts';
import type { ComparedPictures } from '../../simulation/scenarios/golden.ts';
import type { GoldenPictures, ReportFailure, ReportFile, ReportScenario } from '../../simulation/scenarios/report-page/report-data.ts'; // oxfmt-ignore
import { attemptsText, quarantineText, type PlayedScenario } from '../../simulation/scenarios/reports/report.ts';
import { reportPage } from '../../simulation/scenarios/reports/report-page.ts';
import { placeText } from '../../simulation/scenarios/scenario.ts';
import type { Result } from '../../wire/errors.ts';
import { reportPath, type ReportRun } from './report-run.ts';
import { writeResult } from './scenario-file.ts';

/** Writes the page and returns its path. Errors: `bad_value` if it can't be written. */
export async function writeReport(
  all: readonly PlayedScenario[],
  { keep, ...about }: ReportRun,
): Promise<Result<string>> {
  const scenarios = all.map((played, index) => scenarioOf(played, keep, index < FILMED_MAX));
  return writeResult(reportPath(keep), Buffer.from(await reportPage({ ...about, scenarios })));
}

/** Maximum scenarios, from the first, that keep their films in a page. */
const FILMED_MAX = 1000;
/** Larger recordings are linked, not contained. */
const RECORDING_BYTES_MAX = 32 * 1024;

function scenarioOf(played: PlayedScenario, keep: string, films: boolean): ReportScenario {
  const { name, file, status, message, wall_ms, failures, film, artefacts } = played;
  return {
    name,
    file,
    status,
    about: aboutOf(played),
    message,
    wall_ms,
    failures: failures.map(failureOf),
    film: films ? (film?.film ?? null) : null,
    files: artefacts.map((path) => fileOf(path, keep, film?.recording)),
  };
}

function aboutOf({ backend, rig, seed, quarantine, attempts, status }: PlayedScenario): string {
  return [
    rig === undefined ? backend : `rig ${rig}`,
    `seed ${seed}`,
    ...(quarantine ? [quarantineText(quarantine)] : []),
    ...(attempts === undefined ? [] : [attemptsText(status, attempts)]),
  ].join(' · ');
}

const failureOf = ({ at, message, problems, device, lines, explanation, pictures }: Failure): ReportFailure => ({
  place: at ? placeText(at) : 'before the first step',
  problems: problems.length > 1 ? problems : [message],
  device,
  lines,
  explanation: explanation ?? null,
  golden: pictures && goldenOf(pictures),
});

const goldenOf = ({ name, expected, actual, difference }: ComparedPictures): GoldenPictures => ({
  name,
  expected: pngUrl(expected),
  actual: pngUrl(actual),
  difference: pngUrl(difference),
});

const pngUrl = (png: Uint8Array | null): string =>
  png ? `data:image/png;base64,${Buffer.from(png).toString('base64')}` : '';

/** Returns a link to a file; a small recording is part of the page. */
function fileOf(path: string, keep: string, recording: Uint8Array | undefined): ReportFile {
  const name = basename(path);
  if (recording && name.endsWith('.tapin.gz') && recording.length <= RECORDING_BYTES_MAX)
    return { name, url: `data:application/gzip;base64,${Buffer.from(recording).toString('base64')}` };
  return { name, url: relative(keep, path).split(/[\\/]/).map(encodeURIComponent).join('/') }; // oxfmt-ignore
}
