// Tests of the scenario quarantine: which entries match which scenarios, until when, and the message for an unreadable
// entry.

import test from 'ava';
import {
  dayOf,
  isExpired,
  readQuarantine,
  speaksOf,
  type QuarantineEntry,
} from '../../../../simulation/scenarios/reports/quarantine.ts';
import { valueOf } from '../../../support/results.ts';

const entry = (more: Partial<QuarantineEntry> = {}): QuarantineEntry => ({
  scenarios: ['lag.yaml'],
  reason: 'The cable is loose.',
  until: '2026-03-31',
  at: 'q.yaml:1:3',
  ...more,
});

test('[quarantine] reads scenarios, backends, reason and day of each entry with its location', (t) => {
  const text = `# known
- scenarios: [lag.yaml, 'Lag *']
  on: [process]
  reason: The cable is loose.
  until: 2026-03-31
- { scenarios: [b.yaml], reason: slow, until: '2026-12-31' }
`;
  t.deepEqual(valueOf(t, readQuarantine(text, 'q.yaml')), [
    { ...entry({ scenarios: ['lag.yaml', 'Lag *'], on: ['process'] }), at: 'q.yaml:2:3' },
    { scenarios: ['b.yaml'], reason: 'slow', until: '2026-12-31', at: 'q.yaml:6:3' },
  ]);
});

for (const [text, expected] of [
  ['scenarios: [a]', 'q.yaml:1:1: A quarantine must be a list of entries.'],
  ['- a', 'q.yaml:1:3: An entry must have scenarios, reason and until, and optionally on.'],
  [
    '- { scenarios: [a], until: 2026-12-31 }',
    'q.yaml:1:3: An entry must have scenarios, reason and until, and optionally on.',
  ],
  ['- { scenarios: [a], reason: " ", until: 2026-12-31 }', 'q.yaml:1:3: reason must be a text.'],
  ['- { scenarios: [a], reason: b }', 'q.yaml:1:3: An entry must have scenarios, reason and until, and optionally on.'],
  ['- { scenarios: [a], reason: b, until: soon }', 'q.yaml:1:3: until must be a date such as 2026-12-31.'],
  ['- { scenarios: [a], reason: b, until: 2026-02-30 }', 'q.yaml:1:3: until must be a date such as 2026-12-31.'],
  [
    '- { scenarios: [], reason: b, until: 2026-12-31 }',
    'q.yaml:1:3: scenarios must be a list of scenario files and names, in which * matches any text.',
  ],
  [
    '- { scenarios: [a], on: [moon], reason: b, until: 2026-12-31 }',
    'q.yaml:1:3: on must be a list of virtual, process and panel.',
  ],
  [
    '- { scenarios: [a], reason: b, until: 2026-12-31, why: c }',
    'q.yaml:1:3: An entry must have scenarios, reason and until, and optionally on.',
  ],
] as const)
  test(`[quarantine] refuses ${text} with a one-line error that includes its location`, (t) => {
    const read = readQuarantine(text, 'q.yaml');
    t.is(read.ok ? '' : read.error.message, expected);
  });

test('[quarantine] keeps the spelling of numeric names', (t) => {
  const [entry] = valueOf(t, readQuarantine("- { scenarios: [012], reason: 4711, until: '2026-12-31' }", 'q.yaml'));
  t.like(entry, { scenarios: ['012'], reason: '4711' });
});

test('[quarantine] reports invalid YAML with its line', (t) => {
  const read = readQuarantine('- a\n- "b', 'q.yaml');
  t.regex(read.ok ? '' : read.error.message, /^q\.yaml:2:\d+: [^\n]+$/);
});

for (const [pattern, file, name, speaks] of [
  ['lag.yaml', 'fixtures/lag.yaml', 'Lag', true],
  ['drills/lag.yaml', 'fixtures/drills/lag.yaml', 'Lag', true],
  ['fixtures/*', 'fixtures/drills/lag.yaml', 'Lag', true],
  ['lag.yaml', 'fixtures/drills/flag.yaml', 'Lag', false],
  ['lag', 'fixtures/lag.yaml', 'Lag', false],
  ['Lag', 'a.yaml', 'Lag', true],
  ['Lag', 'a.yaml', 'Lag putting', false],
  ['Lag*', 'a.yaml', 'Lag putting', true],
  ['lag.yaml', 'lagXyaml', 'Lag', false],
  ['a (1)', 'b.yaml', 'a (1)', true],
  ['a*', 'b.yaml', 'a', true],
  ['*b*a*', 'deep/x.yaml', 'cab ba', true],
  ['ab*ba', 'x.yaml', 'aba', false],
  ['eep/x.yaml', 'deep/x.yaml', 'a', false],
] as const)
  test(`[quarantine] ${pattern} ${speaks ? 'is' : 'is not'} ${file}, which is called ${name}`, (t) => {
    t.is(speaksOf(entry({ scenarios: [pattern] }), { file, name }, 'virtual'), speaks);
  });

test('[quarantine] matches a pattern with many stars in time linear in the input length', (t) => {
  const scenario = { file: `${'a'.repeat(2000)}.yaml`, name: 'a'.repeat(2000) };
  t.false(speaksOf(entry({ scenarios: [`${'*a'.repeat(40)}*b`] }), scenario, 'virtual'));
  t.true(speaksOf(entry({ scenarios: ['*a'.repeat(40)] }), scenario, 'virtual'));
});

test('[quarantine] applies an entry to its backends only, until the end of its day in UTC', (t) => {
  const scenario = { file: 'lag.yaml', name: 'Lag' };
  t.true(speaksOf(entry({ on: ['process', 'panel'] }), scenario, 'process'));
  t.false(speaksOf(entry({ on: ['process', 'panel'] }), scenario, 'virtual'));
  const at = (time: string): boolean => isExpired(entry(), dayOf(Date.parse(time)));
  t.deepEqual(['2026-03-30T12:00:00Z', '2026-03-31T23:59:59Z', '2026-04-01T00:00:00Z'].map(at), [false, false, true]);
});
