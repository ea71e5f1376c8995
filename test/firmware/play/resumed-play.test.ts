// Play that a host resumes after a boot: determined only by its stored experience (C102).

import test from 'ava';
import type { ExperienceId } from '../../../firmware/experiences/registry.ts';
import type { Persisted } from '../../../firmware/persisted/persisted.ts';
import { modeOfSlot, type Installed } from '../../../firmware/persisted/extensions.ts';
import { resumedPlay } from '../../../firmware/play/play.ts';
import { PERSISTED, lobby } from '../../support/device/round-actor.ts';

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
const HOST: Persisted = { ...PERSISTED, online: { ...PERSISTED.online, role: 'host' }, round: ROUND };

const resumed = (exp_id: ExperienceId | null, persisted: Persisted = HOST) => resumedPlay({ persisted, exp_id });

test('[C102] resumes a host’s unfinished round of the stored game', (t) => {
  t.deepEqual(resumed('stroke'), { as: 'round', id: 'stroke', started: { kind: 'round', state: ROUND } });
});

test('[C102] leaves an old round waiting if the stored experience differs, even within its kind', (t) => {
  t.is(resumed('match').as, 'nothing');
  t.is(resumed('skins').as, 'nothing');
  t.deepEqual(resumed('lag'), { as: 'set', id: 'lag', resume: true });
  t.deepEqual(resumed('simport'), { as: 'simulator', id: 'simport' });
});

test('[C102] does not resume a finished or missing round', (t) => {
  const over = { ...ROUND, round: { ...ROUND.round, ph: 'done' as const } };
  t.is(resumed('stroke', { ...HOST, round: over }).as, 'nothing');
  t.is(resumed('stroke', { ...HOST, round: null }).as, 'nothing');
});

test('[C102] resumes the extension in the stored slot ahead of any numbered experience', (t) => {
  const persisted = { ...HOST, installed: [LADDER], exp: { ...HOST.exp, mode: modeOfSlot(0) } };
  t.deepEqual(resumed(null, persisted), { as: 'extension', code: 'LADDR' });
});

test('[C102] resumes nothing on a non-host or for an experience that this device lacks', (t) => {
  for (const role of ['off', 'guest'] as const)
    t.is(resumed('stroke', { ...HOST, online: { ...HOST.online, role } }).as, 'nothing');
  t.is(resumed(null).as, 'nothing');
  t.is(resumed('path').as, 'nothing');
});
