// Conformance suite for every speaker: the contract in hal/speaker/speaker.ts, for the virtual one and one that follows
// it.

import type { ExecutionContext } from 'ava';
import type { Speaker } from '../../../hal/speaker/speaker.ts';
import { wavOf } from '../../../hal/speaker/wav.ts';
import { SOUNDS } from '../../../wire/audio/sounds.ts';
import type { Declare } from '../../support/titled.ts';

interface SpeakerUnderTest {
  readonly speaker: Speaker;
  /** Resolves when no sound plays any more, with the number of sounds played to their end. */
  played(): Promise<number>;
}

export type SpeakerFactory = (t: ExecutionContext) => Promise<SpeakerUnderTest>;

export function speakerConformance(test: Declare, factory: SpeakerFactory): void {
  test('[speaker] plays every sound', async (t) => {
    const { speaker, played } = await factory(t);
    for (const [at, sound] of SOUNDS.entries()) {
      speaker.play(sound, 30);
      t.is(await played(), at + 1, sound);
    }
  });

  test('[speaker] is silent at volume 0', async (t) => {
    const { speaker, played } = await factory(t);
    speaker.play('click', 0);
    t.is(await played(), 0);
  });

  test('[speaker] plays a sound from a pack and the built-in sounds for the rest', async (t) => {
    const { speaker, played } = await factory(t);
    speaker.use({ click: wavOf(new Float64Array(480), 48_000) });
    speaker.play('click', 30);
    t.is(await played(), 1);
    speaker.play('miss', 30);
    t.is(await played(), 2);
  });
}
