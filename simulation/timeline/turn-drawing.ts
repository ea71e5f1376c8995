// Draws the steps of devices in order, on the lanes of each: for trace files and for the live page.

import { AND, type RecordedBatch } from '../recordings/recorder-proxy.ts';
import type { Deliveries } from './deliveries.ts';
import type { TimelineDrawing, Process } from './drawing.ts';
import { drawEntered } from './entered.ts';
import { drawLeft } from './left.ts';
import { createLife, endLife, type Life, type ScenarioContext, type TraceOptions } from './life.ts';
import { nanoseconds } from './recorded-values.ts';

/** Below all devices. */
const RELAY_ORDER = 1000;

interface Device {
  readonly process: Process;
  lives: number;
  /** null while the device is off. */
  life: Life | null;
}

export interface TurnDrawing {
  draw(turn: RecordedBatch): void;
  /** Ends all open intervals. */
  end(why: string): void;
}

interface TurnDrawingOptions extends TraceOptions {
  readonly deliveries: Deliveries;
  /** Origin of the drawing, on the devices' clock. */
  readonly zero_ms: number;
}

export function createTurnDrawing(
  drawing: Pick<TimelineDrawing, 'goOn' | 'process' | 'newId'>,
  { deliveries, zero_ms, ...options }: TurnDrawingOptions,
): TurnDrawing {
  const devices = new Map<string, Device>();
  let relay: Process | null = null;
  let turn_ns = 0;
  const stage: ScenarioContext = {
    options,
    deliveries,
    newId: drawing.newId,
    turnStart: () => turn_ns,
    relay: () => (relay ??= drawing.process('relay, as its devices see it', RELAY_ORDER)),
    arrows: new Map(),
  };
  return {
    draw(turn) {
      turn_ns = nanoseconds(turn.at_ms - zero_ms);
      endFlashes(drawing, devices, turn_ns);
      drawing.goOn(turn_ns);
      drawTurn(stage, deviceOf(drawing, devices, turn.device), turn);
    },
    end(why) {
      for (const { life } of devices.values()) if (life) endLife(life, why);
    },
  };
}

function deviceOf(
  drawing: Pick<TimelineDrawing, 'goOn' | 'process'>,
  devices: Map<string, Device>,
  name: string,
): Device {
  const known = devices.get(name);
  if (known) return known;
  const device: Device = { process: drawing.process(name, devices.size), lives: 0, life: null };
  devices.set(name, device);
  return device;
}

function drawTurn(stage: ScenarioContext, device: Device, { device: name, entered, lines }: RecordedBatch): void {
  device.process.rest();
  draw(stage, device, name, entered);
  for (const [what, ...values] of lines) {
    const { life } = device;
    if (what === AND) draw(stage, device, name, values);
    else if (life) drawLeft(life, what, values);
  }
}

/** Draws an input. */
function draw(stage: ScenarioContext, device: Device, name: string, [what, ...values]: readonly unknown[]): void {
  if (device.life && (what === 'off' || what === 'start')) {
    endLife(device.life, 'switched off');
    device.life = null;
  }
  if (what === 'off') return;
  device.life ??= createLife(stage, device.process, name, ++device.lives);
  drawEntered(device.life, String(what), values);
}

/** Ends each LED flash at its own time. */
function endFlashes(
  drawing: Pick<TimelineDrawing, 'goOn' | 'process'>,
  devices: ReadonlyMap<string, Device>,
  until_ns: number,
): void {
  for (;;) {
    let [next, first_ns]: [Life | null, number] = [null, until_ns];
    for (const { life } of devices.values()) {
      const ends_ns = life?.leds.nextEnd() ?? Infinity;
      if (life && ends_ns <= first_ns) [next, first_ns] = [life, ends_ns];
    }
    if (!next) return;
    next.process.rest();
    drawing.goOn(first_ns);
    next.leds.advance(first_ns);
  }
}
