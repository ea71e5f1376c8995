// Speaker port: short sounds by name. Contract: `play` starts a sound and returns immediately; volume 0..100 %, 0 is
// silence and plays nothing.

import type { AudioPack } from '../../wire/audio/pack.ts';
import type { Sound } from '../../wire/audio/sounds.ts';

export type { Sound } from '../../wire/audio/sounds.ts';

export interface Speaker {
  /**
   * Starts a sound and returns immediately.
   * @param volume_percent 0..100; 0 plays nothing.
   */
  play(sound: Sound, volume_percent: number): void;
  /** Plays these WAV files from now on; a sound without one keeps its built-in version. */
  use(sounds: AudioPack['sounds']): void;
}
