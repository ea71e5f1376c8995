// Replays the recordings in the repository: the device must behave as recorded. `npm run recordings` regenerates them
// after an intended change.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { divergenceLines } from '../../../simulation/recordings/divergence-text.ts';
import { readRecording } from '../../../simulation/recordings/recording-file.ts';
import { createReplay } from '../../../simulation/recordings/replay.ts';
import { valueOf } from '../../support/results.ts';

const FOLDER = 'fixtures/recordings';
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.tapin.gz'));

test('[recording] has ten recordings in the repository', (t) => t.is(FILES.length, 10));

for (const name of FILES)
  test(`[recording] ${name} replays as recorded`, async (t) => {
    const recording = valueOf(t, readRecording(join(FOLDER, name)));
    const divergence = valueOf(t, await createReplay(recording).playTo(Infinity, true));
    t.is(divergence, null, divergence ? divergenceLines(divergence, 0).join('\n') : '');
    t.true(recording.turns.length > 50);
  });
