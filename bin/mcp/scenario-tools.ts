// Tools that start a session, save it as a scenario, and play scenarios.

import * as v from 'valibot';
import { linesOf, countsOf, summaryOf } from '../../simulation/scenarios/reports/report.ts';
import { fail, type Result } from '../../wire/errors.ts';
import { playScenario } from '../scenario/play-scenario.ts';
import { folderNames } from '../scenario/result-files.ts';
import { besideFile, readScenarioFile, writeResult } from '../scenario/scenario-file.ts';
import { deviceNamed, shownScreen, type Desk } from './desk.ts';
import type { Tool, ToolResult } from './protocol.ts';
import { openSession } from './session.ts';
import { failed, string, text, tool } from './tool.ts';

export const scenarioTools = ({ begin, withSession }: Desk): readonly Tool[] => [
  tool({
    name: 'start',
    description:
      'Starts new devices in virtual time, at their menu, and forgets earlier ones. Time passes only during steps. `head` is the head of a scenario in YAML: seed, players, devices, cloud, green, simulator, store, ….',
    shape: v.strictObject({ head: v.optional(string, '') }, 'takes head only'),
    properties: { head: { type: 'string', description: 'YAML, such as "seed: 7\\nplayers: [Ana, Bo]".' } },
    async run({ head }) {
      const opened = await openSession(head);
      if (!opened.ok) return failed(opened.error.message);
      await begin(opened.value);
      return shownScreen(opened.value, deviceNamed(opened.value));
    },
  }),
  tool({
    name: 'save_scenario',
    description: 'Saves the steps played since start as a scenario in the working directory, and returns its text.',
    shape: v.strictObject({ file: string, name: v.optional(string, 'Played by an agent') }, 'takes file and name'),
    properties: {
      file: { type: 'string', description: 'Path that ends in .yaml, inside the working directory.' },
      name: { type: 'string', description: 'Name of the scenario.' },
    },
    required: ['file'],
    run: ({ file, name }) =>
      withSession(async (open) => {
        const path = pathInside(file);
        const yaml = open.scenario(name);
        const written = path.ok ? writeResult(path.value, Buffer.from(yaml)) : path;
        return written.ok ? { content: [text(`Wrote ${written.value}:\n${yaml}`)] } : failed(written.error.message);
      }),
  }),
  tool({
    name: 'run_scenarios',
    description: 'Plays scenario files on fresh devices and returns the report, with an explanation of each failure.',
    shape: v.strictObject({ files: v.array(string, 'must be a list of files') }, 'takes files only'),
    properties: { files: { type: 'array', items: { type: 'string' }, description: 'Paths of YAML files.' } },
    required: ['files'],
    run: ({ files }) => runScenarios(files),
  }),
];

function pathInside(file: string): Result<string> {
  const path = besideFile('.', '.', file);
  if (path.ok && /\.ya?ml$/.test(path.value)) return path;
  return fail('bad_value', `${file} must be a path that ends in .yaml, inside the working directory.`);
}

/** Maximum scenarios of one call. */
const SCENARIOS_MAX = 100;

async function runScenarios(files: readonly string[]): Promise<ToolResult> {
  if (files.length === 0 || files.length > SCENARIOS_MAX)
    return failed(`run_scenarios takes 1 to ${SCENARIOS_MAX} files.`);
  const started_ms = performance.now();
  const played = [];
  for (const file of files) {
    const read = readScenarioFile(file);
    if (!read.ok) return failed(read.error.message);
    const [folder = ''] = folderNames([read.value]);
    const options = { on: { kind: 'virtual' }, folder: `tapin-results/${folder}` } as const;
    played.push(await playScenario(read.value, options, { progress: () => {}, inspect: undefined }));
  }
  const lines = [...played.flatMap(linesOf), summaryOf(countsOf(played), performance.now() - started_ms)];
  return { content: [text(lines.join('\n'))] };
}
