// Tests of the ALSA speaker, on a stand-in for aplay; and on the card of this machine that TAPIN_SPEAKER names, as
// listed by `aplay -L`.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'node:process';
import test, { type ExecutionContext } from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog, type MemoryLog } from '../../../hal/log/log-memory.ts';
import { createAplaySpeaker, type AplayOptions, type SpeakerOutput } from '../../../hal/speaker/speaker-aplay.ts';
import { createVirtualSpeaker, type PlayedSound } from '../../../hal/speaker/speaker-virtual.ts';
import { wavOf } from '../../../hal/speaker/wav.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { titled } from '../../support/titled.ts';
import { answeringAplay, fakeAplay, type FakeAplay } from './fake-aplay.ts';
import { measuredHz, readPcm } from './pcm.ts';
import { speakerConformance, type SpeakerFactory } from './speaker-conformance.ts';

function outputTo(t: ExecutionContext, options: Omit<AplayOptions, 'log'>): { output: SpeakerOutput; log: MemoryLog } {
  const log = createMemoryLog(createVirtualClock());
  const output = createAplaySpeaker({ ...options, log });
  t.teardown(() => output.close());
  return { output, log };
}

const following =
  (start: (t: ExecutionContext) => Promise<SpeakerOutput>): SpeakerFactory =>
  async (t) => {
    const output = await start(t);
    const speaker = createVirtualSpeaker();
    speaker.onPlay((sound) => output.play(sound));
    const played = async (): Promise<number> => {
      valueOf(t, await output.ended());
      return speaker.count();
    };
    return { speaker, played };
  };

const withFake = async (t: ExecutionContext): Promise<SpeakerOutput> => {
  const { program } = await answeringAplay(t);
  return outputTo(t, { program }).output;
};
speakerConformance(titled(test, 'aplay'), following(withFake));

const card = env['TAPIN_SPEAKER'];
const onCard = (t: ExecutionContext): Promise<SpeakerOutput> =>
  Promise.resolve(outputTo(t, { device: card ?? '' }).output);
if (card) speakerConformance(titled(test.serial, 'hardware'), following(onCard));
else test.skip('[speaker] hardware: set TAPIN_SPEAKER=default, or another name of aplay -L', () => {});

const CLICK: PlayedSound = { sound: 'click', volume_percent: 100 };
const MISS: PlayedSound = { sound: 'miss', volume_percent: 100 };
const DONE: PlayedSound = { sound: 'done', volume_percent: 100 };

interface Rig {
  readonly output: SpeakerOutput;
  readonly log: MemoryLog;
  readonly aplay: FakeAplay;
}

const rigOf = async (t: ExecutionContext): Promise<Rig> => {
  const aplay = await fakeAplay(t);
  return { aplay, ...outputTo(t, { program: aplay.program, device: 'plughw:1,0' }) };
};
const linesOf = ({ log }: Pick<Rig, 'log'>): readonly string[] =>
  log.lines().map(({ level, text }) => `${level}: ${text}`);
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('[speaker] passes the device name to aplay and the sound on stdin', async (t) => {
  const { output, aplay } = await rigOf(t);
  output.play(CLICK);
  const { args, wav, exit } = await aplay.call();
  t.deepEqual(args, ['-q', '-D', 'plughw:1,0', '-']);
  t.is(Math.round(measuredHz(readPcm(t, wav), 0.002, 0.028) / 10), 140);
  exit();
  valueOf(t, await output.ended());
});

test('[speaker] plays a sound of a pack at its volume', async (t) => {
  const { output, aplay } = await rigOf(t);
  output.play({ ...CLICK, volume_percent: 50, wav: wavOf(Float64Array.of(1, -1, 0.5), 8000) });
  const { wav } = await aplay.call();
  // One sound takes 0.3 of the full range, and half the volume a quarter of it.
  t.deepEqual(readPcm(t, wav).samples.map((sample) => Math.round(sample * 1000)), [75, -75, 38]); // oxfmt-ignore
});

test('[speaker] ends the previous sound and starts the next one once it has exited', async (t) => {
  const { output, aplay, log } = await rigOf(t);
  const order: string[] = [];
  output.play(DONE);
  const first = await aplay.call();
  void first.gone.then(() => order.push('done ended'));
  output.play(CLICK);
  const second = await aplay.call();
  order.push('click started');
  t.deepEqual(order, ['done ended', 'click started']);
  t.false(isAlive(first.pid));
  second.exit();
  valueOf(t, await output.ended());
  t.deepEqual(log.lines(), [], 'not logged as a failure');
});

test('[speaker] plays only the last of several sounds requested at the same time', async (t) => {
  const { output, aplay } = await rigOf(t);
  for (const sound of [DONE, CLICK, DONE, MISS]) output.play(sound);
  const { wav, exit } = await aplay.call();
  const { samples, rate_hz } = readPcm(t, wav);
  t.is(samples.length / rate_hz, 0.3);
  exit();
  valueOf(t, await output.ended());
});

test('[speaker] leaves no child process after close, even if it hangs', async (t) => {
  const { output, aplay, log } = await rigOf(t);
  output.play(DONE);
  const { pid } = await aplay.call();
  t.true(isAlive(pid));
  output.play(CLICK);
  await output.close();
  t.false(isAlive(pid));
  t.deepEqual(log.lines(), []);
});

test('[speaker] does not wait for a child process of aplay that outlives it', async (t) => {
  t.timeout(10_000, 'the child lives for 20 s');
  const aplay = await fakeAplay(t);
  const folder = await temporaryFolder(t);
  const [program, sleeper] = [join(folder, 'aplay'), join(folder, 'sleeper')];
  await writeFile(program, `#!/bin/sh\nsleep 20 &\necho $! > ${sleeper}\nexec ${aplay.program}\n`, { mode: 0o755 });
  const { output } = outputTo(t, { program });
  output.play(DONE);
  const { pid } = await aplay.call();
  await output.close();
  t.false(isAlive(pid));
  process.kill(Number(await readFile(sleeper, 'utf8')));
});

test('[speaker] plays nothing after close', async (t) => {
  const { output, log } = outputTo(t, { program: '/nothing/aplay' });
  await output.close();
  output.play(CLICK);
  valueOf(t, await output.ended());
  t.deepEqual(log.lines(), []);
});

// Output of aplay 1.2.8.
const STDERR = {
  no_card: `ALSA lib pcm.c:2666:(snd_pcm_open_noupdate) Unknown PCM bogus\naplay: main:831: audio open error: No such file or directory\n`,
  busy: 'aplay: main:831: audio open error: Device or resource busy\n',
  no_rights: 'aplay: main:831: audio open error: Permission denied\n',
  damaged: 'aplay: read_header:2912: read error\n',
  channels: 'aplay: set_params:1358: Channels count non available\n',
  format: 'aplay: set_params:1352: Sample format non available\nAvailable formats:\n- S32_LE\n- S24_3LE\n',
  parameters: `ALSA lib pcm_hw.c:1829:(_snd_pcm_hw_open) Invalid value for card\naplay: set_params:1416: Unable to install hw params:\nACCESS:  RW_INTERLEAVED\nFORMAT:  S16_LE\nTICK_TIME: 0\n${'PERIOD_TIME: (125011 125012)\n'.repeat(400)}`,
  library:
    'ALSA lib confmisc.c:855:(parse_card) cannot do it\nALSA lib conf.c:5180:(snd_config_evaluate) function refused\n',
};

test('[speaker] logs a failure once, until a sound plays again', async (t) => {
  const { program, answer } = await answeringAplay(t);
  const { output, log } = outputTo(t, { program });
  const playAnd = async (code: number, stderr: string): Promise<void> => {
    await answer(code, stderr);
    output.play(CLICK);
    await output.ended();
  };
  await playAnd(1, STDERR.no_card);
  await playAnd(1, STDERR.no_card);
  await playAnd(1, STDERR.busy);
  t.is(log.lines().length, 1);
  t.regex(linesOf({ log })[0] ?? '', /^warn: No sound card default: list the cards with aplay -L/);
  await playAnd(0, '');
  await playAnd(0, '');
  t.deepEqual(linesOf({ log }).slice(1), ['info: Sound works again.']);
  await playAnd(1, STDERR.busy);
  t.is(log.lines().length, 3);
});

test('[speaker] reports a one-line remedy for each failure', async (t) => {
  const { program, answer } = await answeringAplay(t);
  const { output } = outputTo(t, { program, device: 'plughw:1,0' });
  const cases = [
    [STDERR.no_card, 'speaker_not_found', /No sound card plughw:1,0: .* group audio\.$/],
    [STDERR.busy, 'speaker_failed', /Another program uses the sound card plughw:1,0/],
    [STDERR.no_rights, 'speaker_failed', /add the user to the group audio\.$/],
    [
      STDERR.damaged,
      'speaker_failed',
      /can't play: aplay: read_header:2912: read error\. Test it with speaker-test -D plughw:1,0\.$/,
    ],
    [STDERR.parameters, 'speaker_failed', /can't play: aplay: set_params:1416: Unable to install hw params\. Test it/],
    [
      STDERR.library,
      'speaker_failed',
      /can't play: ALSA lib conf\.c:5180:\(snd_config_evaluate\) function refused\. Test it/,
    ],
    ['', 'speaker_failed', /can't play: exit code 1\. Test it/],
  ] as const;
  for (const [stderr, code, sentence] of cases) {
    await answer(1, stderr);
    output.play(CLICK);
    failsWith(t, await output.ended(), code, sentence);
  }
});

test('[speaker] quotes aplay for an unsupported format and suggests the converting device name', async (t) => {
  const { program, answer } = await answeringAplay(t);
  const { output } = outputTo(t, { program, device: 'hw:1,0' });
  for (const [stderr, words] of [
    [STDERR.channels, 'Channels count non available'],
    [STDERR.format, 'Sample format non available'],
    [STDERR.parameters, 'Unable to install hw params'],
  ] as const) {
    // oxfmt-ignore
    await answer(1, stderr);
    output.play(CLICK);
    const sentence = new RegExp(
      `can't play: aplay: set_params:\\d+: ${words}\\. Use plughw:1,0, which converts sounds\\.$`,
    );
    failsWith(t, await output.ended(), 'speaker_failed', sentence);
  }
});

test('[speaker] logs once that the program is missing or can not be run', async (t) => {
  const missing = outputTo(t, { program: '/nothing/aplay' });
  for (const sound of [CLICK, MISS]) {
    missing.output.play(sound);
    failsWith(t, await missing.output.ended(), 'speaker_not_found', /program \/nothing\/aplay .* alsa-utils\.$/);
  }
  t.is(missing.log.lines().length, 1);
  for (const program of ['', '/dev/null', 'a\0b']) {
    const { output } = outputTo(t, { program });
    output.play(CLICK);
    failsWith(t, await output.ended(), 'speaker_failed', /can't be run/);
  }
});

test('[speaker] handles a program that does not read its stdin', async (t) => {
  const { output } = outputTo(t, { program: 'false' });
  output.play(DONE);
  failsWith(t, await output.ended(), 'speaker_failed', /exit code 1/);
  await output.close();
});
