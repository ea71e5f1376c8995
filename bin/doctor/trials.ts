// Trials of `tapin doctor --test`: plays or shows something on each output, and prints each key press and touch.

import type { Clock } from '../../hal/clock/clock.ts';
import type { VirtualKeys } from '../../hal/keys/keys-virtual.ts';
import type { LedOutput } from '../../hal/leds/leds-sysfs.ts';
import type { Picture } from '../../hal/screen/screen.ts';
import type { SpeakerOutput } from '../../hal/speaker/speaker-aplay.ts';
import { wavOf } from '../../hal/speaker/wav.ts';
import type { Result } from '../../wire/errors.ts';
import { BARS, testPicture, type Point } from './test-picture.ts';

export interface Trial {
  readonly port: 'display' | 'speaker' | 'leds' | 'inputs';
  /** Result of the trial. `unconfirmed`: the output was sent, but no person confirmed it. */
  readonly state: 'confirmed' | 'unconfirmed' | 'denied' | 'failed';
  /** Description of the trial, or why it failed. */
  readonly what: string;
  /** Received inputs, in order. */
  readonly heard?: readonly string[];
}

interface TrialScreen {
  /** Display name for people. */
  readonly name: string;
  show(picture: Picture): void;
  /** Returns why the display can't be written any more; '' while it can. */
  failure(): string;
  close(): Promise<void>;
}

/** Hardware that the board file names; null for any that it does not. */
export interface TrialHardware {
  readonly display: (() => Result<TrialScreen>) | null;
  readonly speaker: Pick<SpeakerOutput, 'play' | 'ended' | 'close'> | null;
  readonly leds: { readonly count: number; open(): Result<LedOutput> } | null;
  /** Starts listening to the inputs; returns a stop function. */
  readonly inputs: ((keys: Pick<VirtualKeys, 'key' | 'tap' | 'touch'>) => () => void) | null;
}

export interface TrialSetting {
  readonly clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>;
  print(line: string): void;
  /** Asks a yes-or-no question; resolves to null if it is aborted. Null without a terminal. */
  readonly ask: ((question: string) => Promise<boolean | null>) | null;
  /** Time for which the picture shows without a question. */
  readonly show_ms: number;
  /** Idle time after which the input trial ends. */
  readonly quiet_ms: number;
  /** Aborts the trials when the user quits. */
  readonly ended: AbortSignal;
}

const TONE = { hz: 440, long_s: 1, rate_hz: 48_000, volume_percent: 60 } as const;
const LED_MS = 700;
const LED_COLORS = [
  ['red', '#ff0000'],
  ['green', '#00ff00'],
  ['blue', '#0000ff'],
] as const;

/** Tries all hardware in turn; the picture stays until the end, as a target for touches. */
export async function tryHardware(hardware: TrialHardware, setting: TrialSetting): Promise<readonly Trial[]> {
  const trials: Trial[] = [];
  const opened = hardware.display?.() ?? null;
  const screen = opened?.ok ? opened.value : null;
  if (opened && !opened.ok) trials.push(failed('display', opened.error.message));
  if (screen) trials.push(await tryScreen(screen, setting));
  if (hardware.speaker && !setting.ended.aborted) trials.push(await trySpeaker(hardware.speaker, setting));
  if (hardware.leds && !setting.ended.aborted) trials.push(await tryLeds(hardware.leds, setting));
  if (hardware.inputs && !setting.ended.aborted) trials.push(await tryInputs(hardware.inputs, screen, setting));
  await screen?.close();
  return trials;
}

/** True unless a trial failed or was denied. */
export const areWell = (trials: readonly Trial[]): boolean =>
  trials.every(({ state }) => state === 'confirmed' || state === 'unconfirmed');

const failed = (port: Trial['port'], what: string): Trial => ({ port, state: 'failed', what });

async function confirm({ ask }: TrialSetting, port: Trial['port'], what: string): Promise<Trial> {
  const answer = (await ask?.('Is this correct?')) ?? null;
  return { port, state: answer === null ? 'unconfirmed' : answer ? 'confirmed' : 'denied', what };
}

async function tryScreen(screen: TrialScreen, setting: TrialSetting): Promise<Trial> {
  const names = BARS.map(([name]) => name).join(', ');
  const what = `${screen.name} shows eight bars labelled with their colours from left to right (${names}), an arrow below them that points up, and a white line along all four edges.`;
  setting.print(what);
  screen.show(testPicture());
  if (!setting.ask) await pause(setting, setting.show_ms);
  const trial = await confirm(setting, 'display', what);
  const failure = screen.failure();
  return failure === '' ? trial : failed('display', `${screen.name} can't be written: ${failure}.`);
}

async function trySpeaker(speaker: NonNullable<TrialHardware['speaker']>, setting: TrialSetting): Promise<Trial> {
  const what = `A ${TONE.hz} Hz tone sounds for one second.`;
  setting.print(what);
  speaker.play({ sound: 'done', volume_percent: TONE.volume_percent, wav: tone() });
  const played = await Promise.race([speaker.ended(), whenEnded(setting.ended)]);
  await speaker.close();
  if (played && !played.ok) return failed('speaker', played.error.message);
  return confirm(setting, 'speaker', what);
}

function tone(): Buffer {
  const { hz, long_s, rate_hz } = TONE;
  return wavOf(
    Float64Array.from({ length: long_s * rate_hz }, (_, at) => Math.sin((2 * Math.PI * hz * at) / rate_hz)),
    rate_hz,
  );
}

async function tryLeds({ count, open }: NonNullable<TrialHardware['leds']>, setting: TrialSetting): Promise<Trial> {
  const opened = open();
  if (!opened.ok) return failed('leds', opened.error.message);
  for (let led = 0; led < count && !setting.ended.aborted; led++) {
    setting.print(`LED ${led + 1} of ${count} lights ${LED_COLORS.map(([name]) => name).join(', then ')}.`);
    for (const [, color] of LED_COLORS) {
      opened.value.show(Array.from({ length: count }, (_, at) => (at === led ? color : null)));
      await pause(setting, LED_MS);
    }
  }
  opened.value.close();
  return confirm(
    setting,
    'leds',
    `Each of ${count} LEDs was red, then green, then blue; a single-colour LED changed its brightness.`,
  );
}

async function tryInputs(
  listen: NonNullable<TrialHardware['inputs']>,
  screen: TrialScreen | null,
  setting: TrialSetting,
): Promise<Trial> {
  const { clock, print, quiet_ms, ended } = setting;
  const heard: string[] = [];
  const touched: Point[] = [];
  const { promise: quiet, resolve } = Promise.withResolvers<void>();
  const after_s = quiet_ms / 1000;
  print(`Press each key, turn the knob and touch the corners. Ends after ${after_s} s without input, or on Ctrl-C.`);
  let alarm = clock.setTimeout(resolve, quiet_ms);
  const record = (text: string): void => {
    clock.clearTimeout(alarm);
    alarm = clock.setTimeout(resolve, quiet_ms);
    heard.push(text);
    print(`  ${text}`);
  };
  const end = listen({
    key: (key, action) => record(`${key} ${action === 'press' ? 'pressed' : 'released'}`),
    tap: (key) => record(`${key} turned`),
    touch(x, y) {
      record(`touched at ${Math.round(x)}, ${Math.round(y)}`);
      touched.push({ x, y });
      screen?.show(testPicture(touched));
    },
  });
  await Promise.race([quiet, whenEnded(ended)]);
  clock.clearTimeout(alarm);
  end();
  const what = heard.length > 0 ? 'Received keys and touches.' : 'Received no keys or touches.';
  return { port: 'inputs', state: heard.length > 0 ? 'confirmed' : 'failed', what, heard };
}

/** Waits for this long, or until the user quits. */
async function pause({ clock, ended }: TrialSetting, pause_ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const alarm = clock.setTimeout(resolve, pause_ms);
  await Promise.race([promise, whenEnded(ended)]);
  clock.clearTimeout(alarm);
}

const whenEnded = (ended: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    if (ended.aborted) resolve(null);
    else ended.addEventListener('abort', () => resolve(null), { once: true });
  });
