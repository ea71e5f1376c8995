// `tapin doctor --test` with recording fakes: the order of picture, sound, LEDs and inputs, and the result of each
// trial.

import test from 'ava';
import { areWell, tryHardware, type Trial, type TrialHardware, type TrialSetting } from '../../../bin/doctor/trials.ts';
import { BARS, testPicture } from '../../../bin/doctor/test-picture.ts';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createRaster } from '../../../hal/screen/raster.ts';
import type { Picture } from '../../../hal/screen/screen.ts';
import { fail, ok } from '../../../wire/errors.ts';

type Sink = Parameters<NonNullable<TrialHardware['inputs']>>[0];

function bench(over: Partial<TrialHardware> = {}, answers: readonly boolean[] | null = null) {
  const clock: VirtualClock = createVirtualClock();
  const did: string[] = [];
  const output: string[] = [];
  const pictures: Picture[] = [];
  const end = new AbortController();
  const note = (what: string): void => void did.push(`${clock.now_ms()} ${what}`);
  const state: { keys: Sink | null; failure: string } = { keys: null, failure: '' };

  const parts: TrialHardware = {
    display: () =>
      ok({
        name: 'DSI-1',
        show(picture) {
          pictures.push(picture);
          note('picture');
        },
        failure: () => state.failure,
        close: async () => note('dark'),
      }),
    speaker: {
      play: ({ wav }) => note(`sound of ${wav?.length} bytes`),
      ended: async () => ok(undefined),
      close: async () => note('silent'),
    },
    leds: {
      count: 2,
      open: () => ok({ show: (colors) => note(colors.map(String).join(' ')), close: () => note('LEDs off') }),
    },
    inputs: (keys) => ((state.keys = keys), () => note('deaf')),
    ...over,
  };
  const left = answers && [...answers];
  const setting: TrialSetting = {
    clock,
    print: (line) => void output.push(line),
    ask: left && (async (question) => (note(`asked: ${question}`), left.shift() ?? null)),
    show_ms: 5000,
    quiet_ms: 30_000,
    ended: end.signal,
  };
  const { promise: over_all, resolve } = Promise.withResolvers<readonly Trial[]>();
  void tryHardware(parts, setting).then(resolve);
  return { clock, did, output, pictures, state, end, trials: over_all };
}

const states = (trials: readonly Trial[]): readonly string[] => trials.map(({ port, state }) => `${port} ${state}`);

test('[cli] without a terminal, plays picture, tone and LEDs in turn, and ends the inputs after silence', async (t) => {
  const { clock, did, output, state, trials } = bench();
  await clock.advance(4999);
  t.deepEqual(did, ['0 picture']);
  await clock.advance(1 + 6 * 700);
  t.deepEqual(did.slice(1), [
    '5000 sound of 96044 bytes', // 1 s of 48,000 samples, plus the header
    '5000 silent',
    ...['#ff0000 null', '#00ff00 null', '#0000ff null', 'null #ff0000', 'null #00ff00', 'null #0000ff'].map(
      (colors, i) => `${5000 + 700 * i} ${colors}`,
    ),
    '9200 LEDs off',
  ]);
  t.true(output.includes('LED 2 of 2 lights red, then green, then blue.'));
  await clock.advance(29_000);
  state.keys?.key('ok', 'press');
  state.keys?.key('ok', 'release');
  state.keys?.tap('up');
  state.keys?.touch(12.3, 300);
  await clock.advance(29_999);
  t.is(did.at(-1), '38200 picture', 'with a cross at the touched point');
  await clock.advance(1);
  t.deepEqual(did.slice(-2), ['68200 deaf', '68200 dark']);
  const all = await trials;
  t.deepEqual(states(all), ['display unconfirmed', 'speaker unconfirmed', 'leds unconfirmed', 'inputs confirmed']);
  const events = ['ok pressed', 'ok released', 'up turned', 'touched at 12, 300'];
  t.deepEqual(all.at(-1)?.heard, events);
  t.deepEqual(
    output.slice(-4),
    events.map((line) => `  ${line}`),
  );
  t.true(areWell(all));
});

test('[cli] at a terminal, asks about each output immediately and treats "no" as a failure', async (t) => {
  const { clock, did, trials, state } = bench({}, [true, false, true]);
  await clock.advance(2 * 3 * 700);
  t.deepEqual(did.slice(0, 2), ['0 picture', '0 asked: Is this correct?']);
  state.keys?.tap('up');
  await clock.advance(30_000);
  const all = await trials;
  t.deepEqual(states(all), ['display confirmed', 'speaker denied', 'leds confirmed', 'inputs confirmed']);
  t.false(areWell(all));
});

test('[cli] reports an unusable output and still tries the remaining ones', async (t) => {
  const { clock, trials } = bench({
    display: () => fail('display_unusable', 'There is no display.'),
    speaker: {
      play: () => {},
      ended: async () => fail('speaker_not_found', 'There is no program aplay.'),
      close: async () => {},
    },
    leds: { count: 1, open: () => fail('leds_not_found', 'There is no LED player1.') },
  });
  await clock.advance(30_000);
  const all = await trials;
  t.deepEqual(
    all.map(({ state: how, what }) => `${how}: ${what}`),
    [
      'failed: There is no display.',
      'failed: There is no program aplay.',
      'failed: There is no LED player1.',
      'failed: Received no keys or touches.',
    ],
  );
});

test('[cli] fails a display that is lost during the picture', async (t) => {
  const { clock, trials, state } = bench({ speaker: null, leds: null, inputs: null });
  state.failure = 'EIO';
  await clock.advance(5000);
  t.deepEqual(await trials, [{ port: 'display', state: 'failed', what: "DSI-1 can't be written: EIO." }]);
});

test('[cli] Ctrl-C ends the trials at any point and releases every output', async (t) => {
  const early = bench();
  await early.clock.advance(1000);
  early.end.abort();
  t.deepEqual(states(await early.trials), ['display unconfirmed']);
  t.deepEqual(early.did, ['0 picture', '1000 dark']);
  const amid = bench({ display: null, speaker: null });
  await amid.clock.advance(100);
  amid.end.abort();
  t.deepEqual(states(await amid.trials), ['leds unconfirmed']);
  t.is(amid.did.at(-1), '100 LEDs off');
  const late = bench({ display: null, speaker: null, leds: null });
  await late.clock.advance(100);
  late.state.keys?.tap('down');
  late.end.abort();
  t.deepEqual(states(await late.trials), ['inputs confirmed']);
  t.deepEqual(late.did, ['100 deaf']);
});

test('[screen] the test picture has bars of the named colours and an arrow that points up', (t) => {
  const raster = createRaster(480, 320);
  raster.draw(testPicture([{ x: 100, y: 300 }]).list);
  const pixels = raster.pixels();
  const at = (x: number, y: number): string =>
    `#${Buffer.from(pixels.subarray((y * 480 + x) * 4, (y * 480 + x) * 4 + 3)).toString('hex')}`;
  const observed = BARS.map(([name], i) => [name, at(i * 60 + 30, 80)]);
  const NAMED = { white: 'ffffff', yellow: 'ffff00', cyan: '00ffff', green: '00ff00', magenta: 'ff00ff', red: 'ff0000', blue: '0000ff', black: '000000' }; // oxfmt-ignore
  t.deepEqual(
    observed,
    Object.entries(NAMED).map(([name, hex]) => [name, `#${hex}`]),
  );
  const whiteOf = (y: number): number =>
    Array.from({ length: 120 }, (_, x) => at(180 + x, y)).filter((color) => color === '#ffffff').length;
  t.true(whiteOf(214) < whiteOf(230) && whiteOf(230) < whiteOf(248), 'a point above, broad below it');
  t.true(whiteOf(290) < whiteOf(248));
  for (const [x, y] of [[0, 200], [479, 200], [240, 319]] as const) t.is(at(x, y), '#ffffff', `the edge at ${x}, ${y}`); // oxfmt-ignore
  t.is(at(100, 300), '#ff8000');
});
