// A speaker that only remembers: the front panel plays what it hears of, tests read it.

import type { Sound, Speaker } from './speaker.ts';

export interface PlayedSound {
  readonly sound: Sound;
  readonly volume_percent: number;
}

export interface VirtualSpeaker extends Speaker {
  /** The newest sounds, oldest first, at most 100. */
  played(): readonly PlayedSound[];
  on_play(listener: (sound: PlayedSound) => void): () => void;
}

export function createVirtualSpeaker(): VirtualSpeaker {
  const played: PlayedSound[] = [];
  const listeners = new Set<(sound: PlayedSound) => void>();
  return {
    play(sound, volume_percent) {
      if (volume_percent <= 0) return;
      played.push({ sound, volume_percent });
      if (played.length > 100) played.shift();
      for (const listener of listeners) listener({ sound, volume_percent });
    },
    played: () => played,
    on_play(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
