// Play that a host resumes after a boot: determined only by its stored experience (C102).

import test from 'ava';
import type { ExperienceId } from '../../../firmware/experiences/registry.ts';
import type { Persisted } from '../../../firmware/persisted/persisted.ts';
import { modeOfSlot, type Installed } from '../../../firmware/persisted/extensions.ts';
import { resumedPlay } from '../../../firmware/play/play.ts';
import { FACTS, lobby } from '../../support/device/round-actor.ts';

const LADDER: Installed = {
  code: 'LADDR',
  version: 1,
  name: 'Ladder',
  kind: 'drill',
  sha256: '0'.repeat(64),
  default: false,
  about: '',
  settings: [],
  trend: [],
};
const ROUND = lobby();
const HOST: Persisted = { ...FACTS, online: { ...FACTS.online, role: 'host' }, round: ROUND };

const goesOn = (exp_id: ExperienceId | null, persisted: Persisted = HOST) => resumedPlay({ persisted, exp_id });

test('[C102] resumes a host’s unfinished round of the stored game', (t) => {
  t.deepEqual(goesOn('stroke'), { as: 'round', id: 'stroke', begun: { kind: 'round', state: ROUND } });
});

test('[C102] leaves an old round waiting if the stored experience differs, even within its kind', (t) => {
  t.is(goesOn('match').as, 'nothing');
  t.is(goesOn('skins').as, 'nothing');
  t.deepEqual(goesOn('lag'), { as: 'set', id: 'lag', resume: true });
  t.deepEqual(goesOn('simport'), { as: 'simulator', id: 'simport' });
});

test('[C102] does not resume a finished or missing round', (t) => {
  const over = { ...ROUND, round: { ...ROUND.round, ph: 'done' as const } };
  t.is(goesOn('stroke', { ...HOST, round: over }).as, 'nothing');
  t.is(goesOn('stroke', { ...HOST, round: null }).as, 'nothing');
});

test('[C102] resumes the extension in the stored slot ahead of any numbered experience', (t) => {
  const persisted = { ...HOST, installed: [LADDER], exp: { ...HOST.exp, mode: modeOfSlot(0) } };
  t.deepEqual(goesOn(null, persisted), { as: 'extension', code: 'LADDR' });
});

test('[C102] resumes nothing on a non-host or for an experience that this device lacks', (t) => {
  for (const role of ['off', 'guest'] as const)
    t.is(goesOn('stroke', { ...HOST, online: { ...HOST.online, role } }).as, 'nothing');
  t.is(goesOn(null).as, 'nothing');
  t.is(goesOn('path').as, 'nothing');
});
