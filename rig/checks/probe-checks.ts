// Checks each fixture of the rig on a running machine: it acts as requested, with the expected effect.

import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '../../wire/errors.ts';
import type { DeviceMachine } from '../device.ts';
import { openGuestPanel } from '../probes/panel.ts';
import { playedTones } from '../probes/sound.ts';
import { plugSensor } from '../probes/usb-sensor.ts';
import { nextColour, nextInput } from '../probes/watch.ts';
import { sineWave } from '../machine/sine-wave.ts';
import { READS_INPUTS, READS_OTHER_INPUTS, LETS_GO, SHOWS_SCREEN } from './board-checks.ts';
import { unexpected, type Check } from './check.ts';

/** HID usage of A on the keyboard page. */
const USAGE_A = 4;
/** From the kernel's input-event-codes.h. */
const [EV_KEY, KEY_A] = [1, 30];

const CLOCK_MS_MAX = 2000;

export const RIGHT_CLOCK: Check = {
  name: 'has the right time after a snapshot',
  async run({ machine }) {
    const off = await machine.agent.clockError();
    if (!off.ok) return off;
    return off.value < CLOCK_MS_MAX
      ? ok(`${off.value} ms off`)
      : fail('rig_failed', `The clock is ${off.value} ms off.`);
  },
};

export const CHECKS: readonly Check[] = [
  {
    name: 'answers on the front panel',
    async run({ machine, token }) {
      const panel = await openGuestPanel(machine, token);
      if (!panel.ok) return panel;
      const screen = await panel.value.get('/api/devices/0/screen.txt');
      if (!screen.ok) return screen;
      return screen.value.trim() === '' ? fail('rig_failed', 'The screen has no text.') : ok(firstLine(screen.value));
    },
  },
  { name: 'copies files in and out', run: ({ machine }) => copiesFile(machine.agent) },
  SHOWS_SCREEN,
  READS_INPUTS,
  LETS_GO,
  READS_OTHER_INPUTS,
  {
    name: 'sends a key through the keyboard gadget',
    async run({ machine }) {
      for (const usage of [USAGE_A, 0]) {
        const sent = await machine.agent.writeFile('/dev/hidg0', Uint8Array.of(0, 0, usage, 0, 0, 0, 0, 0));
        if (!sent.ok) return sent;
      }
      const event = await nextInput(machine, 'tapin keyboard', EV_KEY);
      if (!event.ok) return event;
      return event.value.code === KEY_A && event.value.value === 1 ? ok('A') : unexpected(event.value);
    },
  },
  {
    name: 'shows the colour of an LED',
    async run({ machine }) {
      const lit = await machine.agent.run('echo 128 | tee /sys/class/leds/luxafor*:green:led2/brightness');
      if (!lit.ok) return lit;
      const colour = await nextColour(machine);
      if (!colour.ok) return colour;
      const wanted = { led: 2, rgb: [0, 128, 0] };
      return JSON.stringify(colour.value) === JSON.stringify(wanted)
        ? ok('green at half brightness')
        : unexpected(colour.value);
    },
  },
  { name: 'plays a tone on the sound card', run: ({ machine }) => playsTone(machine) },
  { name: 'plugs and unplugs a sensor board on USB', run: detectsSensor },
];

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? '';

type Machine = DeviceMachine['machine'];

async function copiesFile({ writeFile, readFile, run }: Machine['agent']): Promise<Result<string>> {
  const content = Uint8Array.from({ length: 200_000 }, (_, index) => (index * 7 + (index >> 8)) & 0xff);
  const written = await writeFile('/tmp/rig-file', content);
  if (!written.ok) return written;
  const sum = await run('sha256sum < /tmp/rig-file');
  if (!sum.ok) return sum;
  const read = await readFile('/tmp/rig-file');
  if (!read.ok) return read;
  const wanted = createHash('sha256').update(content).digest('hex');
  if (!sum.value.startsWith(wanted)) return fail('rig_failed', 'The file on the machine differs.');
  return Buffer.compare(read.value, content) === 0
    ? ok('200,000 bytes')
    : fail('rig_failed', 'The file read back differs.');
}

/** Part of a tone that may be missing: the sound card drops unplayed samples when a stream is closed. */
const CUT_MS_MAX = 100;
const CLICK_MS_MAX = 50;

async function playsTone({ agent, sound }: Machine): Promise<Result<string>> {
  const [hz, ms] = [880, 500];
  const written = await agent.writeFile('/tmp/tone.wav', sineWave(hz, ms));
  if (!written.ok) return written;
  const played = await agent.run('aplay -q /tmp/tone.wav');
  if (!played.ok) return played;
  const tones = await playedTones(sound);
  const found = JSON.stringify(tones);
  // The device has clicked for each earlier key.
  const [tone, ...more] = tones.filter((each) => each.ms > CLICK_MS_MAX);
  if (!tone || more.length > 0) return fail('rig_failed', `Played one tone, but heard ${found}.`);
  if (Math.abs(tone.hz - hz) > hz / 100 || tone.ms > ms + 20 || tone.ms < ms - CUT_MS_MAX)
    return fail('rig_failed', `Played ${hz} Hz for ${ms} ms, but heard ${found}.`);
  return ok(`${tone.hz.toFixed(1)} Hz for ${tone.ms.toFixed(0)} ms`);
}

const BY_ID = '/dev/serial/by-id/usb-QEMU_QEMU_USB_SERIAL_tapin-if00-port0';

async function detectsSensor({ machine, token }: DeviceMachine): Promise<Result<string>> {
  const panel = await openGuestPanel(machine, token);
  if (!panel.ok) return panel;
  const sensorIs = (state: string): Promise<Result<string>> =>
    panel.value.get(`/api/devices/0/wait?within=50s&state=sensor:${state}`);
  const started_ms = performance.now();
  const plugged = await plugSensor(machine);
  if (!plugged.ok) return plugged;
  const there = await machine.agent.run(`udevadm wait --timeout=20 ${BY_ID}`);
  if (!there.ok) return there;
  const there_ms = performance.now() - started_ms;
  const ready = await sensorIs('ready');
  if (!ready.ok) return ready;
  const ready_ms = performance.now() - started_ms;
  const unplugged = await plugged.value.unplug();
  if (!unplugged.ok) return unplugged;
  const gone = await machine.agent.run(`udevadm wait --removed --timeout=20 ${BY_ID}`);
  if (!gone.ok) return gone;
  const lost = await sensorIs('lost');
  return lost.ok
    ? ok(`present after ${seconds(there_ms)}, ready in tapin after ${seconds(ready_ms)}, then lost`)
    : lost;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
