// Tests of reconstructing the storage at a given time from a recording.

import test from 'ava';
import { imageAt } from '../../../simulation/recordings/image-at.ts';
import { lineOf } from '../../../simulation/recordings/recording.ts';
import type { RecordedLine } from '../../../simulation/recordings/recorder-proxy.ts';
import { toJson } from '../../../simulation/recordings/values.ts';
import { ok, fail } from '../../../wire/errors.ts';
import { readImage } from '../../../hal/flash/chip.ts';
import { recordedDevice } from '../../support/device/recorded-device.ts';
import { assertDefined } from '../../../wire/errors.ts';
import { valueOf } from '../../support/results.ts';

const text = (bytes: Uint8Array | undefined): string | null => (bytes ? Buffer.from(bytes).toString() : null);
const bytes = (value: string): Uint8Array => new Uint8Array(Buffer.from(value));
const asJson = ([name, ...values]: RecordedLine): RecordedLine => [name, ...values.map(toJson)];
const turn = (at_ms: number, entered: RecordedLine, ...lines: readonly RecordedLine[]): string =>
  lineOf({ at_ms, device: 'device', entered: asJson(entered), lines: lines.map(asJson) }).trimEnd();
const found = (value: string | null) => ok({ value: value === null ? null : bytes(value), damaged: '' });

test('[recording] a record has its last value before that time, or else its first read value', (t) => {
  const turns = [
    turn(0, ['start', {}], ['flash.read', 'a'], ['flash.read', 'b'], ['flash.read', 'none']),
    turn(1, ['flash 1', found('a0'), 0], ['flash.write', 'a', bytes('a1')]),
    turn(2, ['flash 2', found('b0'), 0]),
    turn(3, ['flash 3', found(null), 0]),
    turn(10, ['flash 4', ok(undefined), 1], ['flash.write', 'a', bytes('a2')], ['flash.remove', 'b'], ['flash.write', 'new', bytes('n')]),
    turn(20, ['flash 5', fail('flash_full', 'Full.'), 1]),
    turn(21, ['flash 6', ok(undefined), 1], ['and', 'flash 7', ok(undefined), 2]),
    // The process restarts and counts from one again.
    turn(30, ['start', {}], ['flash.read', 'a']),
    turn(31, ['flash 1', found('a1'), 0]),
  ]; // oxfmt-ignore
  const recording = { header: { tapin_recording: 2 as const, version: '1', began: '' }, turns };
  const now = new Map([
    ['a', bytes('later')],
    ['never-read', bytes('x')],
    ['identity', bytes('secret')],
  ]);
  const at = (at_ms: number) => {
    const image = imageAt(recording, { device: 'device', at_ms, now });
    return Object.fromEntries([...image].map(([name, value]) => [name, text(value)]));
  };
  t.deepEqual(at(0), { a: 'a0', b: 'b0', 'never-read': 'x' });
  t.deepEqual(at(9), { a: 'a0', b: 'b0', 'never-read': 'x' });
  t.deepEqual(at(15), { a: 'a1', b: 'b0', 'never-read': 'x' });
  t.deepEqual(at(25), { a: 'a1', new: 'n', 'never-read': 'x' });
  t.deepEqual(at(99), { a: 'a1', new: 'n', 'never-read': 'x' });
});

test('[recording] an inserted memory counts from its insertion, the replaced one until then', (t) => {
  const put = (at_ms: number, before: Record<string, string>, after: Record<string, string>) => {
    const inBytes = (all: Record<string, string>) => Object.fromEntries(Object.entries(all).map(([name, value]) => [name, bytes(value)])); // oxfmt-ignore
    return turn(at_ms, ['memory', { before: inBytes(before), after: inBytes(after) }]);
  };
  const turns = [
    turn(0, ['start', {}], ['flash.read', 'a']),
    turn(1, ['flash 1', found('a0'), 0]),
    put(10, { a: 'a0', unread: 'u0' }, { b: 'b1' }),
    put(20, { b: 'b1' }, { unread: 'u2', a: 'a2' }),
  ];
  const recording = { header: { tapin_recording: 2 as const, version: '1', began: '' }, turns };
  const now = new Map([['unread', bytes('u2')], ['a', bytes('a2')]]); // oxfmt-ignore
  const at = (at_ms: number) => {
    const image = imageAt(recording, { device: 'device', at_ms, now });
    return Object.fromEntries([...image].map(([name, value]) => [name, text(value)]));
  };
  t.deepEqual(at(5), { a: 'a0', unread: 'u0' });
  t.deepEqual(at(15), { b: 'b1' });
  t.deepEqual(at(25), { a: 'a2', unread: 'u2' });
});

test('[recording] matches the disk content at every point in time', async (t) => {
  const device = await recordedDevice();
  const { clock, flash, press, strike, timeline, stop } = device;
  const lay: { at_ms: number; image: Map<string, string> }[] = [];
  const capture = async (): Promise<void> => {
    const image = valueOf(t, await readImage(flash.disk));
    lay.push({
      at_ms: clock.now_ms(),
      image: new Map([...image].filter(([name]) => name !== 'identity').map(([name, value]) => [name, text(value) ?? ''])), // oxfmt-ignore
    });
    await clock.advance(5);
  };
  await capture();
  await press('down', 'ok', 'ok');
  await clock.advance(100);
  await capture();
  await strike({ club_speed_mps: 1.5 });
  await device.untilAtRest();
  await capture();
  const now = valueOf(t, await assertDefined(device.storage, 'storage').image());
  for (const { at_ms, image } of lay) {
    const restored = valueOf(t, await timeline.imageAt(at_ms, now));
    t.deepEqual(
      Object.fromEntries([...restored].map(([name, value]) => [name, text(value)])),
      Object.fromEntries(image),
      `${at_ms}`,
    );
  }
  t.true((lay[2]?.image.size ?? 0) > (lay[0]?.image.size ?? 0));
  await stop();
});
