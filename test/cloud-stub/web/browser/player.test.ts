// An extension playing on a page, with Lua in this process and a manual clock.

import test from 'ava';
import { createVirtualClock } from '../../../../hal/clock/clock-virtual.ts';
import { createVirtualLeds } from '../../../../hal/leds/leds-virtual.ts';
import { createPlayer } from '../../../../cloud-stub/web/browser/preview/player.ts';
import type { PreviewState } from '../../../../cloud-stub/web/browser/preview/played.ts';
import { FIRST_PUTT, strikeOf } from '../../../../cloud-stub/web/browser/preview/putt.ts';
import { FIRST_TABLE } from '../../../../cloud-stub/web/browser/preview/table.ts';
import { COLOR } from '../../../../firmware/ui/theme.ts';
import { screenList } from '../../../../cloud-stub/web/browser/preview/played.ts';
import { localIsolates, manifestOf } from '../../../support/extension/extension-fixture.ts';

async function player() {
  const clock = createVirtualClock();
  const leds = createVirtualLeds(clock);
  const shown: PreviewState[] = [];
  const isolates = (await localIsolates())(clock);
  const made = createPlayer({ isolates, clock, leds, seed: () => 7, show: (played) => void shown.push(played) });
  const last = (): PreviewState => shown.at(-1) ?? shown[0]!;
  return {
    ...made,
    clock,
    leds,
    shown,
    last,
    events: () => last().happened.map(({ text }) => text),
    async play(text: string, table = FIRST_TABLE): Promise<PreviewState> {
      made.start(text, table);
      await clock.advance(5);
      return last();
    },
  };
}

const DRILL = manifestOf('Drill');

test('[C112] shows the drawing of the extension on the background of the device', async (t) => {
  const { play } = await player();
  const { state, manifest, lines, frame } = await play(
    `${DRILL}function ext.draw() canvas.text('Hello', 20, 30, { size = 20 }) end`,
  );
  t.is(state, 'running');
  t.is(manifest?.name, 'Drill');
  t.deepEqual(lines, ['Hello']);
  const [ground, ...rest] = screenList(frame);
  t.like(ground, { kind: 'rect', w: 480, h: 320, fill: COLOR.ground });
  t.deepEqual(
    rest.map(({ kind }) => kind),
    ['text', 'clip'],
  );
});

test('[C112] passes strikes, keys and timers, and shows log, sound, light and trend', async (t) => {
  const { play, strike, key, clock, events, leds } = await player();
  await play(`manifest { name = 'Drill', kind = 'drill', trend = { { key = 'made' } } }
function ext.start() timer.after(500, function() log.warn('late') end) led.set(2, '#ff0000') led.flash(1, '#00ff00', 200) end
function ext.target() return { kind = 'station', distance_ft = 10 } end
function ext.putt(p) trend.add('made', 1) sound.play(p.verdict == 'holed' and 'holed' or 'miss', 40) log.info(string.format('%.1f ft', p.distance_ft)) end
function ext.key(name, what) log.info(name .. ' ' .. what) end`);
  t.deepEqual(leds.colors(), ['#00ff00', '#ff0000', null, null]);
  strike(strikeOf(FIRST_PUTT));
  await clock.advance(5);
  t.deepEqual(events(), ['made 1', 'holed at 40 %', '10.0 ft'], 'newest first');
  key('left', 'down');
  key('left', 'up');
  await clock.advance(5);
  t.deepEqual(events().slice(0, 2), ['left up', 'left down'], 'newest first');
  await clock.advance(490);
  t.is(events()[0], 'late');
  t.deepEqual(leds.colors(), [null, '#ff0000', null, null]);
});

test('[C112] calls update thirty times a second, and stops when another extension plays', async (t) => {
  const { play, clock, last } = await player();
  await play(`${DRILL}local n = 0
function ext.update() n = n + 1 end
function ext.draw() canvas.text(tostring(n), 0, 0) end`);
  await clock.advance(1000);
  t.is(last().lines[0], '30');
  await play(DRILL);
  t.is(clock.pending(), 0);
  await clock.advance(1000);
  t.deepEqual(last().lines, []);
});

test('[C112] an error stops it with message, line and source, and keys do nothing', async (t) => {
  const { play, key, clock, last, shown } = await player();
  await play(`${DRILL}\nfunction ext.key()\n  nothing.here()\nend`);
  key('ok', 'down');
  await clock.advance(5);
  t.is(last().state, 'stopped');
  t.like(last().failure, { line: 4, callback: 'key' });
  t.is(last().source.find(({ marked }) => marked)?.text, '  nothing.here()');
  const count = shown.length;
  key('ok', 'down');
  await clock.advance(5);
  t.is(shown.length, count);
  t.is(clock.pending(), 0);
});

test('[C112] reports the line of a script that is not an extension', async (t) => {
  const { play } = await player();
  const { state, failure, source } = await play(`${DRILL}local x = = 3`);
  t.is(state, 'stopped');
  t.is(failure?.line, 2);
  t.is(source.find(({ marked }) => marked)?.text, 'local x = = 3');
  t.is((await play(DRILL)).state, 'running', 'the next text runs');
});

test('[C112] keeps its store and trend across restarts', async (t) => {
  const { play } = await player();
  const text = `manifest { name = 'Drill', kind = 'drill', trend = { { key = 'made' } } }
function ext.start() store.set('starts', store.get('starts', 0) + 1) trend.add('made', store.get('starts')) end
function ext.draw() canvas.text(store.get('starts', 0) .. ' ' .. #trend.last('made'), 0, 0) end`;
  t.deepEqual((await play(text)).lines, ['1 1']);
  t.deepEqual((await play(text)).lines, ['2 2']);
});

test('[C112] limits players and settings to what the manifest allows', async (t) => {
  const { play } = await player();
  const text = `manifest { name = 'Duel', kind = 'game', players = { 2, 3 }, settings = { { key = 'feet', type = 'int', min = 3, max = 9, default = 5 } } }
function ext.draw() canvas.text(#players.list() .. ' ' .. settings.get('feet'), 0, 0) end`;
  t.deepEqual((await play(text)).lines, ['2 5']);
  t.deepEqual((await play(text, { players: 4, settings: { feet: 7, other: true } })).lines, ['3 7']);
  t.deepEqual((await play(text, { players: 3, settings: { feet: 'many' } })).lines, ['3 5']);
});

test('[C112] a restart leaves nothing of the previous run', async (t) => {
  const { play, clock, last } = await player();
  await play(`${DRILL}function ext.start() timer.every(50, function() log.info('old') end) end`);
  await play(`${DRILL}function ext.draw() canvas.text('new', 0, 0) end`);
  await clock.advance(100);
  t.deepEqual(last().happened, []);
  t.deepEqual(last().lines, ['new']);
});
