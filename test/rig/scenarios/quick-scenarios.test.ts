// Scenarios that the rig plays when time is short.

import { existsSync } from 'node:fs';
import test from 'ava';
import { QUICK_SCENARIOS } from '../../../rig/scenarios/quick-scenarios.ts';

test('[rig] lists each of the thirty quick scenarios once', (t) => {
  t.is(new Set(QUICK_SCENARIOS).size, 30);
  t.deepEqual(
    QUICK_SCENARIOS.filter((name) => !existsSync(`fixtures/scenarios/${name}.yaml`)),
    [],
  );
});
