// Real speaker: pipes each sound as a WAV file to `aplay`, the ALSA player. It mirrors the device's speaker: the
// composition code passes it each sound.
// Facts that shape this file: on SIGTERM aplay first plays the card's buffer, half a second, so it is killed. A card in
// exclusive use stays busy until that program has exited, so the next aplay waits for the previous one to end.

import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { env } from 'node:process';
import type { Readable, Writable } from 'node:stream';
import { gainOf } from '../../wire/audio/notes.ts';
import { cutAtWord } from '../../wire/cut-text.ts';
import { fail, messageOf, ok, systemCodeOf, type Result } from '../../wire/errors.ts';
import type { Log } from '../log/log.ts';
import type { PlayedSound } from './speaker-virtual.ts';
import { soundWav } from './synthesis.ts';
import { quieter } from './wav.ts';

export interface SpeakerOutput {
  /** Starts a sound and stops the previous one. Logs a problem once, until a sound plays again. */
  play(sound: PlayedSound): void;
  /**
   * Resolves when nothing plays any more, with the result of the last sound that was not stopped. Errors:
   * `speaker_not_found`, `speaker_failed`.
   */
  ended(): Promise<Result<void>>;
  /** Stops playback permanently. Resolves when no child process is left. */
  close(): Promise<void>;
}

export interface AplayOptions {
  /** Device name from `aplay -L`. */
  readonly device?: string;
  /** Name or path of the player. */
  readonly program?: string;
  readonly log: Log;
}

export function createAplaySpeaker({ device = 'default', program = 'aplay', log }: AplayOptions): SpeakerOutput {
  let next: Uint8Array | null = null;
  let playing: Playing | null = null;
  let working: Promise<void> | null = null;
  let [closed, silent] = [false, false];
  let last: Result<void> = ok(undefined);

  const report = (result: Result<void>): void => {
    last = result;
    if (!result.ok && !silent) log.write('warn', 'speaker', result.error.message);
    if (result.ok && silent) log.write('info', 'speaker', 'Sound works again.');
    silent = !result.ok;
  };
  const work = async (): Promise<void> => {
    for (let wav = next; wav; wav = next) {
      next = null;
      playing = startAplay(program, device, wav);
      const result = await playing.over;
      if (result) report(result);
    }
    playing = null;
    working = null;
  };
  return {
    play(sound) {
      if (closed || sound.volume_percent <= 0) return;
      next = wavOfSound(sound);
      playing?.end();
      working ??= work();
    },
    async ended() {
      await working;
      return last;
    },
    async close() {
      closed = true;
      next = null;
      playing?.end();
      await working;
    },
  };
}

const wavOfSound = ({ sound, volume_percent, wav }: PlayedSound): Uint8Array =>
  wav ? quieter(wav, gainOf(volume_percent)) : soundWav(sound, volume_percent);

interface Playing {
  /** Result of the sound; null if it was stopped. */
  readonly over: Promise<Result<void> | null>;
  end(): void;
}

function startAplay(program: string, device: string, wav: Uint8Array): Playing {
  let [stopped, output] = [false, ''];
  let child: ChildProcessByStdio<Writable, null, Readable> | null = null;
  const over = new Promise<Result<void> | null>((resolve) => {
    // Its messages are parsed, so they must be in English.
    const environment = { ...env, LC_ALL: 'C' };
    child = spawn(program, ['-q', '-D', device, '-'], { stdio: ['pipe', 'ignore', 'pipe'], env: environment });
    // Listen for this first: without a free descriptor, spawn returns a child without streams and reports the error later.
    child.once('error', (error) => resolve(startingError(program, error)));
    // A stopped aplay has nothing more to report, though a child of its own may hold its stderr open.
    child.once('exit', () => {
      if (!stopped) return;
      child?.stderr.destroy();
      resolve(null);
    });
    child.once('close', (code, signal) => {
      if (stopped) return resolve(null);
      resolve(code === 0 ? ok(undefined) : playingError(device, output, signal ?? `exit code ${code}`));
    });
    child.stderr.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(0, OUTPUT_CHARS_MAX)));
    child.stdin.on('error', () => {}); // aplay may exit before reading everything
    child.stdin.end(wav);
  }).catch((thrown: unknown) => startingError(program, thrown));
  return {
    over,
    end() {
      stopped = true;
      child?.kill('SIGKILL');
    },
  };
}

/** Limit of the stored output. The error comes first; the card's parameters follow. */
const OUTPUT_CHARS_MAX = 8000;
const REASON_CHARS_MAX = 160;

function startingError(program: string, thrown: unknown): Result<never> {
  if (systemCodeOf(thrown) === 'ENOENT')
    return fail('speaker_not_found', `The program ${program} is missing: install the package alsa-utils.`);
  return fail('speaker_failed', `The program ${program} can't be run: ${messageOf(thrown)}.`);
}

function playingError(device: string, output: string, how: string): Result<never> {
  if (/busy/i.test(output))
    return fail(
      'speaker_failed',
      `Another program uses the sound card ${device}: stop it, or share the card under the name default.`,
    );
  if (/permission denied/i.test(output))
    return fail(
      'speaker_failed',
      `No permission to play on the sound card ${device}: add the user to the group audio.`,
    );
  if (/no such (file|device)|unknown pcm|cannot find card/i.test(output))
    return fail(
      'speaker_not_found',
      `No sound card ${device}: list the cards with aplay -L; the user must be in the group audio.`,
    );
  const reason = cutAtWord(errorLineOf(output) || how, REASON_CHARS_MAX).replace(/[.:]$/, '');
  return fail('speaker_failed', `The sound card ${device} can't play: ${reason}. ${adviceFor(device, reason)}`);
}

/** Returns the line of aplay itself; ALSA library lines precede it, and the card's capabilities follow. */
function errorLineOf(output: string): string {
  const lines = output.split('\n').map((line) => line.trim()).filter((line) => line !== ''); // oxfmt-ignore
  return (
    lines.find((line) => /^\S*aplay: /.test(line)) ??
    lines.findLast((line) => line.startsWith('ALSA lib')) ??
    lines[0] ??
    ''
  );
}

/** Suggests a plug device, which converts sounds, if the card does not support the format. */
const adviceFor = (device: string, reason: string): string =>
  /n(on|ot) available|hw params|configuration/i.test(reason) && device.startsWith('hw:')
    ? `Use plug${device}, which converts sounds.`
    : `Test it with speaker-test -D ${device}.`;
