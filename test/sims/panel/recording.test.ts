// The calls that give a recording, where somebody records and where nobody does.

import test from 'ava';
import { panelFixture } from '../../support/panel-fixture.ts';

test('[panel] where nobody records the calls say so', async (t) => {
  const { call } = await panelFixture(t);
  for (const path of ['/api/recording.tapin.gz', '/api/scenario.yaml']) {
    const { status, json } = await call(path);
    t.is(status, 409);
    t.deepEqual(json(), {
      error: 'not_recorded',
      message: 'Nobody records these devices: tapin run does, and tapin device --record FILE.',
    });
  }
});
