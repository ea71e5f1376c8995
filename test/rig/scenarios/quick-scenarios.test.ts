// The scenarios that the rig plays where there is little time.

import { existsSync } from 'node:fs';
import test from 'ava';
import { QUICK_SCENARIOS } from '../../../rig/scenarios/quick-scenarios.ts';

test('[rig] the thirty quick scenarios are there, each once', (t) => {
  t.is(new Set(QUICK_SCENARIOS).size, 30);
  t.deepEqual(
    QUICK_SCENARIOS.filter((name) => !existsSync(`fixtures/scenarios/${name}.yaml`)),
    [],
  );
});
