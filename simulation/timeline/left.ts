// Draws the outputs of a device in a trace: the effects of the inputs before them in the step.

import { bytesOf } from '../../wire/bytes.ts';
import { callKey } from './deliveries.ts';
import { LANE } from './lanes.ts';
import { beginAtRelay, count, endAtRelay, request, showStates, showStep, type Life } from './life.ts';
import { readLineName } from './line-name.ts';
import { bytesIn, fieldsIn, nanoseconds, numberIn, textIn } from './recorded-values.ts';
import { callTo } from './routes.ts';
import { bytesShown, messageFields, messageName } from './wire-frames.ts';

interface Left {
  readonly name: string;
  readonly numbers: readonly number[];
  readonly values: readonly unknown[];
}

type Draw = (life: Life, left: Left) => void;

/** Draw functions, by name without numbers. */
const DRAW: Readonly<Record<string, Draw>> = {
  waited: ({ process }, { values: [waited_ms] }) => process.annotate({ waited_ms }),
  'serial.open': ({ process }) => process.moment(LANE.to_board, 'opens'),
  'serial.close': ({ process }) => process.moment(LANE.to_board, 'closes'),
  'serial.write': drawWrite,
  http: drawHttp,
  'http cancelled': (life, { name }) => drawCancelled(life, name.replace(/ cancelled$/, '')),
  'tcp.connect': (life, { values: [host, port] }) =>
    request(life, LANE.tcp, `tcp ${count(life, 'tcp')}`, `${textIn(host)}:${numberIn(port)}`, {}),
  'tcp write': ({ process, stage }, { values: [data] }) => {
    const bytes = bytesIn(data);
    const bodies = stage.options.bodies ? { text: new TextDecoder().decode(bytes) } : {};
    process.moment(LANE.tcp, `${bytes.length} bytes sent`, { bytes: bytes.length, ...bodies });
  },
  'tcp close': ({ process, answers }, { name }) => {
    const key = name.replace(/ close$/, '');
    if (!process.finish(key)) return;
    process.moment(LANE.tcp, 'closes');
    const arrow = answers.get(key);
    answers.delete(key);
    if (arrow !== undefined) process.arrowIn(arrow);
  },
  'flash.read': (life, { values: [record] }) => drawStorage(life, 'read', record, {}),
  'flash.write': (life, { values: [record, data] }) =>
    drawStorage(life, 'write', record, { bytes: typeof data === 'number' ? data : bytesIn(data).length }),
  'flash.remove': (life, { values: [record] }) => drawStorage(life, 'remove', record, {}),
  'flash.list': (life) => drawStorage(life, 'list', '', {}),
  'image.running': (life) => drawImage(life, 'running'),
  'image.write': (life) => drawImage(life, 'write'),
  'image.arm': (life) => drawImage(life, 'arm'),
  'image.confirm': (life) => drawImage(life, 'confirm'),
  'image.restart': ({ process }) => process.moment(LANE.images, 'restart'),
  keyboard: (life, { values: [key] }) =>
    request(life, LANE.keyboard, `tapped ${count(life, 'tapped')}`, 'key', { key }),
  'isolate.start': ({ process }) => process.moment(LANE.lua, 'starts'),
  isolate: drawLua,
  'isolate end': ({ process }) => process.moment(LANE.lua, 'ends'),
  led: ({ leds }, { values: [led, color] }) => leds.set(numberIn(led), typeof color === 'string' ? color : null),
  'led.flash': ({ leds, stage }, { values: [led, color, flash_ms] }) =>
    leds.flash(numberIn(led), textIn(color), stage.turnStart() + nanoseconds(numberIn(flash_ms))),
  sound: ({ process }, { values: [sound, volume_percent] }) =>
    process.moment(LANE.sounds, textIn(sound), { volume_percent }),
  sounds: ({ process }) => process.moment(LANE.sounds, 'other sounds'),
  screen({ process, stage }, { values: [picture, lines] }) {
    const [first] = Array.isArray(lines) ? lines : [];
    process.sumUp();
    process.moment(LANE.screen, textIn(first), { picture, ...(stage.options.bodies ? { lines } : {}) });
  },
  brightness: ({ process }, { values: [percent] }) => process.moment(LANE.screen, `brightness ${numberIn(percent)} %`),
  step(life, { values: [machine, source, event, target, state] }) {
    const step = { source: textIn(source), event: textIn(event), target: textIn(target), state: textIn(state) };
    showStep(life, { machine: textIn(machine), ...step });
  },
  states(life, { values: [states] }) {
    life.process.sumUp();
    showStates(life, fieldsIn(states));
  },
  log: ({ process }, { values: [level, area, text, fields] }) =>
    process.moment(LANE.log, `${textIn(area)}: ${textIn(text)}`, { level, ...fieldsIn(fields) }),
};

/** Frequent requests that are answered immediately; not drawn. */
const INSTANT_REQUESTS = /^(clock\.|random|link\.joined)/;

export function drawLeft(life: Life, name: string, values: readonly unknown[]): void {
  if (INSTANT_REQUESTS.test(name)) return;
  const { kind, numbers } = readLineName(name);
  const draw = DRAW[kind];
  if (draw) draw(life, { name, numbers, values });
  else life.process.moment(LANE.other, name);
}

function drawWrite({ process, wires, stage }: Life, { values }: Left): void {
  const bytes = bytesIn(values[0]);
  const { messages } = wires.to_board(bytes);
  const shown = bytesShown(stage.options.bodies, bytes);
  for (const message of messages)
    process.moment(LANE.to_board, messageName(message), { ...messageFields(message), ...shown });
  if (messages.length === 0) process.moment(LANE.to_board, `${bytes.length} bytes`, { bytes: bytes.length, ...shown });
}

function drawHttp(life: Life, { values: [method, url, body] }: Left): void {
  const { stage, cloud, store, device, number } = life;
  const call = count(life, 'http');
  const key = `http ${call}`;
  const { origin, route } = callTo(textIn(url));
  // The address of a user's own server may contain a secret.
  const name = `${textIn(method)} ${origin === cloud || origin === store ? route : origin}`;
  const from = callKey(device, number, call);
  const arrow = stage.deliveries.sent.has(from) ? stage.newId() : null;
  if (arrow !== null) stage.arrows.set(from, arrow);
  const bodies = stage.options.bodies ? { url, body } : {};
  const args = { server: origin, bytes: bytesOf(textIn(body)).length, ...bodies };
  request(life, LANE.http, key, name, args, arrow === null ? [] : [arrow]);
  if (origin === cloud) beginAtRelay(life, key, name);
}

/** Cancelling a call that was already answered has no effect. */
function drawCancelled(life: Life, key: string): void {
  const { process, answers } = life;
  const done = process.finish(key);
  if (!done) return;
  process.moment(LANE.http, `cancelled ${done.name}`, { held_ms: done.lasted_ms });
  const arrow = answers.get(key);
  answers.delete(key);
  if (arrow !== undefined) process.arrowIn(arrow);
  endAtRelay(life, key);
}

const drawStorage = (life: Life, what: string, record: unknown, args: Readonly<Record<string, unknown>>): void =>
  request(life, LANE.storage, `flash ${count(life, 'flash')}`, `${what} ${textIn(record)}`.trimEnd(), args);

const drawImage = (life: Life, what: string): void =>
  request(life, LANE.images, `image ${count(life, 'image')}`, what, {});

function drawLua(life: Life, { numbers: [isolate], values: [message] }: Left): void {
  const { kind, callback } = fieldsIn(message);
  const name = textIn(callback) || textIn(kind);
  request(life, LANE.lua, `isolate ${isolate} answer ${count(life, `isolate ${isolate}`)}`, name, {});
}
