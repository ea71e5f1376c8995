// The device's speaker: plays each sound as a few synthesized notes. Browsers require a user gesture first; earlier
// sounds are dropped.

import { ATTACK_S, gainOf, NOTES, SILENCE, type Note } from '../../../../wire/audio/notes.ts';
import type { ServerMessage } from '../connection/protocol.ts';

export type SoundMessage = Extract<ServerMessage, { type: 'sound' }>;

export interface Speaker {
  play(message: SoundMessage): void;
  /** Sets the volume from 0 (silent) to 1 (the device's own volume). */
  setVolume(volume: number): void;
  setVisible(visible: boolean): void;
}

export function createSpeaker(): Speaker {
  let context: AudioContext | null = null;
  let volume = 1;
  const unlock = (event: Event): void => {
    // Browsers do not count Escape as a gesture.
    if (event instanceof KeyboardEvent && event.key === 'Escape') return;
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
  };
  for (const gesture of ['mousedown', 'pointerup', 'keydown']) globalThis.addEventListener(gesture, unlock, true);
  return {
    play({ sound, volume_percent, wav_base64 }) {
      if (context === null || context.state !== 'running' || volume === 0 || volume_percent <= 0) return;
      const gain = gainOf(volume_percent) * volume;
      if (wav_base64 !== undefined) void playWav(context, wav_base64, gain);
      else for (const each of NOTES[sound]) playNote(context, each, gain);
    },
    setVolume(now) {
      volume = now;
    },
    setVisible(visible) {
      if (context !== null) void (visible ? context.resume() : context.suspend());
    },
  };
}

/** Plays a WAV file; one that the browser can't decode is silent. */
async function playWav(context: AudioContext, wav_base64: string, gain: number): Promise<void> {
  try {
    const bytes = Uint8Array.from(atob(wav_base64), (char) => char.charCodeAt(0));
    const source = new AudioBufferSourceNode(context, { buffer: await context.decodeAudioData(bytes.buffer) });
    source.connect(new GainNode(context, { gain })).connect(context.destination);
    source.start();
  } catch {
    // no sound
  }
}

function playNote(context: AudioContext, { hz, to_hz, at_s, long_s, wave }: Note, gain: number): void {
  const start = context.currentTime + at_s;
  const end = start + long_s;
  const oscillator = new OscillatorNode(context, { type: wave, frequency: hz });
  if (to_hz !== undefined) {
    oscillator.frequency.setValueAtTime(hz, start);
    oscillator.frequency.exponentialRampToValueAtTime(to_hz, end);
  }
  const envelope = new GainNode(context, { gain: SILENCE });
  envelope.gain.setValueAtTime(SILENCE, start);
  envelope.gain.exponentialRampToValueAtTime(Math.max(gain, SILENCE), start + ATTACK_S);
  envelope.gain.exponentialRampToValueAtTime(SILENCE, end);
  oscillator.connect(envelope).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(end);
}
