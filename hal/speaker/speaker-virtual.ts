// Virtual speaker that only records its sounds: the front panel plays them, tests read them.

import type { AudioPack } from '../../wire/audio/pack.ts';
import type { Sound, Speaker } from './speaker.ts';

export interface PlayedSound {
  readonly sound: Sound;
  readonly volume_percent: number;
  /** WAV file of the active pack; undefined for a built-in sound. */
  readonly wav?: Uint8Array;
}

export interface VirtualSpeaker extends Speaker {
  /** Returns the newest sounds, oldest first, at most 100. */
  played(): readonly PlayedSound[];
  /** Returns the total number of sounds. */
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
      const playback = { sound, volume_percent, ...(wav ? { wav } : {}) };
      played.push(playback);
      count++;
      if (played.length > 100) played.shift();
      for (const listener of listeners) listener(playback);
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
