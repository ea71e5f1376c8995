// A speaker that only remembers: the front panel plays what it hears of, tests read it.

import type { AudioPack } from '../../wire/audio/pack.ts';
import type { Sound, Speaker } from './speaker.ts';

export interface PlayedSound {
  readonly sound: Sound;
  readonly volume_percent: number;
  /** The WAV file of the pack that is used; left out for the sound that the device comes with. */
  readonly wav?: Uint8Array;
}

export interface VirtualSpeaker extends Speaker {
  /** The newest sounds, oldest first, at most 100. */
  played(): readonly PlayedSound[];
  /** How many there were altogether. */
  count(): number;
  onPlay(listener: (sound: PlayedSound) => void): () => void;
}

export function createVirtualSpeaker(): VirtualSpeaker {
  const played: PlayedSound[] = [];
  let count = 0;
  let pack: AudioPack['sounds'] = {};
  const listeners = new Set<(sound: PlayedSound) => void>();
  return {
    play(sound, volume_percent) {
      if (volume_percent <= 0) return;
      const wav = pack[sound];
      const heard = { sound, volume_percent, ...(wav ? { wav } : {}) };
      played.push(heard);
      count++;
      if (played.length > 100) played.shift();
      for (const listener of listeners) listener(heard);
    },
    use: (sounds) => void (pack = sounds),
    played: () => played,
    count: () => count,
    onPlay(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
