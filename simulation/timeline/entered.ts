// Draws the inputs of a device in a trace; each is the cause of the events drawn after it in its step.

import { bytesOf } from '../../wire/bytes.ts';
import { callKey } from './deliveries.ts';
import { readFaults } from '../recordings/recorded-surroundings.ts';
import { faultName } from './fault-name.ts';
import { faultLane, LANE, type Lane } from './lanes.ts';
import { arrived, count, createWires, endAtRelay, loseAnswers, type Life } from './life.ts';
import { readLineName } from './line-name.ts';
import { bytesIn, errorIn, fieldsIn, numberIn, textIn } from './recorded-values.ts';
import { callTo } from './routes.ts';
import { bytesShown, messageFields, messageName, type WireMessage } from './wire-frames.ts';

interface Entered {
  /** Name in the recording. */
  readonly name: string;
  readonly numbers: readonly number[];
  readonly values: readonly unknown[];
}

type Draw = (life: Life, entered: Entered) => void;

/** Draw functions, by name without numbers. */
const DRAW: Readonly<Record<string, Draw>> = {
  start(life, { values }) {
    const { cloud, store, path } = fieldsIn(values[0]);
    Object.assign(life, { cloud: originOf(cloud), store: originOf(store) });
    life.process.show(LANE.power, 'on');
    life.process.cause(LANE.power, 'switched on', { cloud: life.cloud, sensor: path });
  },
  power: drawPower,
  restart: ({ process }) => process.cause(LANE.power, 'restarted'),
  install: ({ process }) => process.cause(LANE.lua, 'extension installed'),
  key: ({ process }, { values: [key, action] }) => process.cause(LANE.keys, `${textIn(key)} ${textIn(action)}`),
  touch: ({ process }, { values: [x, y] }) => process.cause(LANE.keys, 'touch', { x, y }),
  'touchscreen contact': ({ process }, { values: [x, y] }) => process.cause(LANE.keys, 'contact', { x, y }),
  text({ process, stage }, { values: [text] }) {
    const bodies = stage.options.bodies ? { text } : {};
    process.cause(LANE.keys, 'text', { characters: textIn(text).length, ...bodies });
  },
  alarm: ({ process }, { numbers: [alarm] }) => process.cause(LANE.alarms, 'alarm', { alarm }),
  'serial opened': ({ process, wires }, { values: [answer] }) => {
    Object.assign(wires, createWires());
    process.cause(LANE.from_board, errorIn(answer) ?? 'opened');
  },
  'serial bytes': drawBytes,
  'serial closed': ({ process }, { values: [reason] }) => process.cause(LANE.from_board, `closed: ${textIn(reason)}`),
  'serial shut': ({ process }) => process.cause(LANE.from_board, 'shut'),
  plug: ({ process }) => process.cause(LANE.from_board, 'plugged in'),
  http: drawHttpAnswer,
  'tcp open': (life, { name }) => {
    life.process.cause(LANE.tcp, 'open');
    arrived(life, name.replace(/ open$/, ''));
  },
  'tcp data': ({ process, stage }, { values: [data] }) => {
    const bytes = bytesIn(data);
    const bodies = stage.options.bodies ? { text: new TextDecoder().decode(bytes) } : {};
    process.cause(LANE.tcp, `${bytes.length} bytes received`, { bytes: bytes.length, ...bodies });
  },
  'tcp closed': (life, { name, values: [error] }) => {
    const key = name.replace(/ closed$/, '');
    life.process.finish(key);
    life.process.cause(LANE.tcp, textIn(fieldsIn(error)['message']) || 'closed by the other side');
    arrived(life, key);
  },
  flash(life, { name, values: [answer] }) {
    const value = fieldsIn(fieldsIn(answer)['value'])['value'];
    drawAnswer(life, LANE.storage, name, { error: errorIn(answer), bytes: value ? bytesIn(value).length : undefined });
  },
  image: (life, { name, values: [answer] }) => drawAnswer(life, LANE.images, name, { error: errorIn(answer) }),
  pieces: ({ process }, { values: [more] }) => process.cause(LANE.images, more === true ? 'requests more' : 'ends'),
  tapped: (life, { name, values: [answer] }) => drawAnswer(life, LANE.keyboard, name, { error: errorIn(answer) }),
  link: ({ process }, { values: [joined] }) => process.cause(LANE.network, joined === true ? 'joined' : 'left'),
  'isolate answer': drawLuaAnswer,
  memory: ({ process }) => process.cause(LANE.storage, 'storage replaced'),
  stroke: (life, { values: [stroke] }) => {
    const numbers = fieldsIn(stroke);
    const [mps, deg] = [numberIn(numbers['club_speed_mps']), numberIn(numbers['face_angle_deg'])];
    const name = `${mps.toFixed(2)} m/s, ${deg.toFixed(1)}°`;
    life.process.cause(LANE.putter, name, { stroke: count(life, 'stroke'), ...numbers });
  },
  fault: drawFaults,
};

const originOf = (url: unknown): string | null => (typeof url === 'string' ? callTo(url).origin : null);

export function drawEntered(life: Life, name: string, values: readonly unknown[]): void {
  const { kind, numbers } = readLineName(name);
  const draw = DRAW[kind];
  if (draw) draw(life, { name, numbers, values });
  else life.process.cause(LANE.other, name);
}

/** Draws a power action on a board that stays in place. Writes interrupted by a power cut get no answer. */
function drawPower(life: Life, { values: [action] }: Entered): void {
  const { process, leds } = life;
  if (action === 'on') process.show(LANE.power, 'on');
  process.cause(LANE.power, POWER_WORDS[textIn(action)] ?? textIn(action));
  if (action === 'on') return;
  if (action === 'cut') loseAnswers(life);
  process.show(LANE.power, null);
  leds.off();
}

const POWER_WORDS: Readonly<Record<string, string>> = { on: 'switched on', off: 'switched off', cut: 'power cut' };

function drawFaults({ process }: Life, { values: [value] }: Entered): void {
  const faults = readFaults(value);
  if (faults) process.show(faultLane(faults.where), faultName(faults));
}

function drawBytes({ process, wires, board, stage }: Life, { values }: Entered): void {
  const bytes = bytesIn(values[0]);
  const { messages, damaged } = wires.from_board(bytes);
  const names = [...messages.map(messageName), ...(damaged.length > 0 ? ['damaged'] : [])];
  const name = names.join(', ') || `${bytes.length} bytes`;
  const shown = messages.map((message) => ({ ...messageFields(message), ...swingUnit(board, message) }));
  const [first] = shown;
  const fields = shown.length === 1 ? first : { messages: shown };
  process.cause(LANE.from_board, name, {
    bytes: bytes.length,
    ...(first ? fields : {}),
    ...(damaged.length > 0 ? { damaged } : {}),
    ...bytesShown(stage.options.bodies, bytes),
  });
}

/** Returns the units of a swing's ticks, from the board's last HELLO_ACK. */
function swingUnit(board: Life['board'], { message }: WireMessage): Partial<Life['board']> {
  if (message.kind === 'hello_ack')
    Object.assign(board, { tick_ns: message.tick_ns, aperture_error_um: message.aperture_error_um });
  return message.kind === 'swing' ? { ...board } : {};
}

function drawAnswer(life: Life, lane: Lane, key: string, args: Readonly<Record<string, unknown>>): void {
  const { process } = life;
  const done = process.finish(key);
  process.cause(lane, done ? `${done.name} done` : 'an answer', { held_ms: done?.lasted_ms, ...args });
  arrived(life, key);
}

function drawHttpAnswer(life: Life, { name, numbers, values }: Entered): void {
  const { process, stage, device, number } = life;
  const { status, text, bytes } = fieldsIn(fieldsIn(values[0])['value']);
  const error = errorIn(values[0]);
  const size = typeof text === 'string' ? bytesOf(text).length : bytesIn(bytes).length;
  const done = process.finish(name);
  const status_text = error === null ? String(numberIn(status)) : 'no answer';
  const bodies = stage.options.bodies ? { text } : {};
  process.cause(LANE.http, `${status_text} ${done?.name ?? ''}`.trimEnd(), {
    held_ms: done?.lasted_ms,
    ...(error === null ? { status, bytes: size } : { error }),
    ...bodies,
  });
  arrived(life, name);
  for (const from of stage.deliveries.received.get(callKey(device, number, numbers[0] ?? 0)) ?? []) {
    const arrow = stage.arrows.get(from);
    stage.arrows.delete(from);
    if (arrow !== undefined) process.arrowIn(arrow);
  }
  endAtRelay(life, name);
}

function drawLuaAnswer(life: Life, { name, values: [answer] }: Entered): void {
  const { instructions, heap_bytes, paint_us, failure } = fieldsIn(fieldsIn(answer)['value']);
  const why = errorIn(answer) ?? textIn(fieldsIn(failure)['message']);
  drawAnswer(life, LANE.lua, name, { instructions, heap_bytes, paint_us, ...(why === '' ? {} : { stopped: why }) });
  if (typeof instructions === 'number') life.process.figure('Lua instructions', instructions);
}
