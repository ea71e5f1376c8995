// What every speaker does: the contract in hal/speaker/speaker.ts, over the one that remembers and one that follows it.

import type { ExecutionContext } from 'ava';
import type { Speaker } from '../../../hal/speaker/speaker.ts';
import { wavOf } from '../../../hal/speaker/wav.ts';
import { SOUNDS } from '../../../wire/audio/sounds.ts';
import type { Declare } from '../../support/titled.ts';

interface SpeakerUnderTest {
  readonly speaker: Speaker;
  /** Resolves when nothing sounds any more: how many sounds were heard to their end. */
  heard(): Promise<number>;
}

export type SpeakerFactory = (t: ExecutionContext) => Promise<SpeakerUnderTest>;

export function speakerConformance(test: Declare, factory: SpeakerFactory): void {
  test('[speaker] every sound can be played', async (t) => {
    const { speaker, heard } = await factory(t);
    for (const [at, sound] of SOUNDS.entries()) {
      speaker.play(sound, 30);
      t.is(await heard(), at + 1, sound);
    }
  });

  test('[speaker] volume 0 is silence', async (t) => {
    const { speaker, heard } = await factory(t);
    speaker.play('click', 0);
    t.is(await heard(), 0);
  });

  test('[speaker] a sound of a pack is played, and the others stay', async (t) => {
    const { speaker, heard } = await factory(t);
    speaker.use({ click: wavOf(new Float64Array(480), 48_000) });
    speaker.play('click', 30);
    t.is(await heard(), 1);
    speaker.play('miss', 30);
    t.is(await heard(), 2);
  });
}
