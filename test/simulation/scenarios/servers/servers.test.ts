// Tests of the servers that a scenario runs alongside its virtual devices: incoming requests, stops and restarts, and
// messages on a mismatch.

import test, { type ExecutionContext } from 'ava';
import { runScenario, type ScenarioOutcome } from '../../../../simulation/scenarios/run-scenario.ts';
import { openVirtualBackend } from '../../../../simulation/scenarios/virtual/virtual-backend.ts';
import { fail, ok } from '../../../../wire/errors.ts';
import { readText } from '../../../support/scenario/scenario.ts';
import { valueOf } from '../../../support/results.ts';

async function play(
  t: ExecutionContext,
  text: string,
  files: Readonly<Record<string, string>> = {},
): Promise<ScenarioOutcome> {
  const scenario = valueOf(t, readText(text));
  const world = await openVirtualBackend(scenario, {
    read: (name) => (files[name] === undefined ? fail('bad_value', `${name} can't be read.`) : ok(files[name])),
  });
  const outcome = await runScenario(scenario, world, { keep: (file) => ok(file) });
  await world.close();
  return outcome;
}

const summary = ({ status, message, at }: ScenarioOutcome): readonly unknown[] => [status, message, at?.line ?? null];

const FORWARDS = 'shots: true\ndevices: { device: { records: { forwarding: { address: 192.168.1.20 } } } }\n';

test('[scenario] matches an expected request once, and reports the requests that arrived instead', async (t) => {
  const putt = `${FORWARDS}steps:
  - choose: [Close-in putting, Start]
  - expect_no: { request: { server: shots } }
  - putt: { club_speed_mps: 1.5 }
  - expect: { request: { server: shots, path: /service, body: '"game":"close"' } }
`;
  t.is((await play(t, putt)).status, 'passed');
  const again = await play(t, `${putt}  - expect: { request: { server: shots } }`);
  t.deepEqual(summary(again), ['failed', 'nothing received for shots; 1 that came earlier was already expected', 8]);
  const other = await play(t, putt.replace('"close"', '"lag"'));
  t.is(other.status, 'failed');
  t.regex(other.message, /^nothing received for shots at \/service with .*; last received: \/service\/shot: .* …$/);
  const refused = await play(t, putt.replace("expect: { request: { server: shots, path: /service, body: '\"game\":\"close\"' } }", 'expect_no: { request: { server: shots } }')); // oxfmt-ignore
  t.regex(refused.message, /^shots received \/service\/shot: /);
});

test('[scenario] refuses orders to a missing server, and any but start to a stopped simulator', async (t) => {
  for (const [order, expected] of [
    ['simulator: stop', 'This scenario has no golf simulator; add the field simulator.'],
    ['shots: stop', 'This scenario has no shot server; add the field shots.'],
    ['store: stop', 'This scenario has no store; add the field store.'],
    ['firmware: { version: 0.9.1 }', 'This scenario has no store; add the field store.'],
  ] as const)
    t.deepEqual(summary(await play(t, `steps:\n  - ${order}\n`)), ['failed', expected, 2]);
  const stopped = await play(t, 'simulator: lenient\nsteps:\n  - simulator: stop\n  - simulator: club PT\n');
  t.deepEqual(summary(stopped), ['failed', 'The simulator has been stopped.', 4]);
  const unknown = await play(t, 'simulator: lenient\nsteps:\n  - simulator: dance\n');
  t.regex(unknown.message, /^Unknown command "dance": use club, /);
});

test('[scenario] replaces an extension’s name by its code and reports a refusal of the store', async (t) => {
  const lua = { 'a.lua': 'manifest { name = "Ladder", kind = "drill" }', 'bad.lua': 'x =' };
  const install = `store: { ladder: a.lua }
steps:
  - choose: [Settings, Manage extensions, Install with a code]
  - type: \${ladder}
  - wait_for: { text: Ladder was installed., request: { server: store, path: '/e/\${ladder}' }, within: 5 s }
`;
  t.is((await play(t, install, lua)).status, 'passed');
  const bad = await play(t, 'store: true\nsteps:\n  - store: { publish: { x: bad.lua } }\n', lua);
  t.is(bad.status, 'failed');
  t.regex(bad.message, /unexpected|expected|<eof>/);
  const missing = await play(t, 'store: true\nsteps:\n  - store: { publish: { x: none.lua } }\n', lua);
  t.deepEqual(summary(missing), ['failed', "none.lua can't be read.", 3]);
});

test('[scenario] a paused cloud answers requests on resuming, except those lost in a kill', async (t) => {
  const paused = (then: string): string => `cloud: true
steps:
  - cloud: pause
  - choose: [Play together, Host a session]
  - wait_for: { request: { server: relay, path: /sim/host }, within: 1 s }
  - advance: 5 s
  - expect: 'Code: not known yet'
${then}`;
  const goes_on = await play(t, paused("  - cloud: start\n  - advance: 10 ms\n  - expect_no: 'Code: not known yet'\n"));
  t.is(goes_on.status, 'passed', goes_on.message);
  const dies = await play(t, paused("  - cloud: kill\n  - cloud: start\n  - advance: 10 ms\n  - expect: 'Code: not known yet'\n")); // oxfmt-ignore
  t.is(dies.status, 'passed', dies.message);
});
