// Differential fuzzing: the model of the sensor board and its firmware see the same random strokes.

import test from 'ava';
import { compareBoards } from '../support/sensor-board/differential.ts';

test('[board] the firmware agrees with the model on 4,000 random strokes', async (t) => {
  const { problems } = await compareBoards(2, 4000);
  t.deepEqual(problems, []);
});
