// Tests of the virtual speaker: the contract, and the sounds it records.

import test from 'ava';
import { createVirtualSpeaker, type PlayedSound } from '../../../hal/speaker/speaker-virtual.ts';
import { speakerConformance } from './speaker-conformance.ts';

speakerConformance(test, () => {
  const speaker = createVirtualSpeaker();
  return Promise.resolve({ speaker, played: () => Promise.resolve(speaker.count()) });
});

test('[speaker] plays and records sounds with their volume', (t) => {
  const speaker = createVirtualSpeaker();
  const played: PlayedSound[] = [];
  const end = speaker.onPlay((sound) => played.push(sound));
  speaker.play('click', 40);
  speaker.play('holed', 100);
  const both = [
    { sound: 'click', volume_percent: 40 },
    { sound: 'holed', volume_percent: 100 },
  ];
  t.deepEqual(played as unknown, both);
  t.deepEqual(speaker.played() as unknown, both);
  end();
  speaker.play('miss', 1);
  t.is(played.length, 2);
});

test('[speaker] does not notify listeners at volume 0', (t) => {
  const speaker = createVirtualSpeaker();
  speaker.onPlay(() => t.fail());
  speaker.play('click', 0);
  t.deepEqual(speaker.played(), []);
});

test('[speaker] keeps the newest hundred sounds', (t) => {
  const speaker = createVirtualSpeaker();
  for (let volume = 1; volume <= 150; volume++) speaker.play('click', volume);
  t.is(speaker.played().length, 100);
  t.deepEqual([speaker.played()[0]?.volume_percent, speaker.played().at(-1)?.volume_percent], [51, 150]);
});
