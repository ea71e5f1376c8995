// The result of a passed scenario, which report tests modify.

import type { PlayedScenario } from '../../../simulation/scenarios/reports/report.ts';

export const somePlayed = (more: Partial<PlayedScenario> = {}): PlayedScenario => ({
  file: 'drills/lag.yaml',
  name: 'Lag putting',
  seed: 7,
  backend: 'virtual',
  status: 'passed',
  message: '',
  at: null,
  device: 'Kitchen',
  lines: ['Lag putting', 'Putt 1 of 10'],
  failures: [],
  journal: [],
  film: null,
  steps: 3,
  putts: 1,
  screenshots: [],
  played_ms: 12_340,
  wall_ms: 250,
  artefacts: [],
  ...more,
});
