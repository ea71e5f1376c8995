// Extracts the strikes in a recording from the bytes of its sensor boards.

import { createFrameReader } from '../../hal/sensor/frame.ts';
import { decodeBody, type Message } from '../../hal/sensor/messages.ts';
import type { HelloAck } from '../../hal/sensor/sensor-link.ts';
import { judgeSwing, type StrikeValues } from '../../hal/sensor/swing.ts';
import { ok, type Result } from '../../wire/errors.ts';
import { readTurn, type Recording } from '../recordings/recording.ts';
import { AND, type RecordedLine } from '../recordings/recorder-proxy.ts';
import { fromJson } from '../recordings/values.ts';

/** Returns the strikes in order, by name of the devices that have any. Errors: `bad_value` for an invalid line. */
export function strikesIn({ turns }: Recording): Result<ReadonlyMap<string, readonly StrikeValues[]>> {
  const boards = new Map<string, Listener>();
  for (const text of turns) {
    const turn = readTurn(text);
    if (!turn.ok) return turn;
    const { device, entered, lines } = turn.value;
    const also = lines.flatMap(([name, ...values]): readonly RecordedLine[] =>
      name === AND ? [[String(values[0]), ...values.slice(1)]] : [],
    );
    const board = boards.get(device) ?? listener();
    boards.set(device, board);
    for (const line of [entered, ...also]) board.enter(line);
  }
  const all = [...boards].map(([name, { strikes }]) => [name, strikes] as const);
  return ok(new Map(all.filter(([, strikes]) => strikes.length > 0)));
}

interface Listener {
  readonly strikes: readonly StrikeValues[];
  enter(line: RecordedLine): void;
}

/** Creates the device's end of the cable: `serial 3 bytes` arrived on the third connection that it opened. */
function listener(): Listener {
  const strikes: StrikeValues[] = [];
  const seen = new Set<string>();
  let ack: HelloAck | null = null;
  let open = '';
  let reader = createFrameReader(() => {});
  const onMessage = (message: Message | null): void => {
    if (message?.kind === 'hello_ack') ack = message;
    if (message?.kind !== 'swing' || !ack) return;
    const key = `${ack.serial}/${ack.boot_count}/${message.swing_id}/${message.base_ticks}`;
    if (seen.has(key)) return;
    seen.add(key);
    const verdict = judgeSwing(message, ack.tick_ns, ack.aperture_error_um);
    if (verdict.kind === 'strike') strikes.push(verdict.values);
  };
  return {
    strikes,
    enter([name, value]) {
      if (!/^serial \d+ bytes$/.test(name)) return;
      if (name !== open) reader = createFrameReader(({ type, body }) => onMessage(decodeBody(type, body)));
      open = name;
      const bytes = fromJson(value);
      if (bytes instanceof Uint8Array) reader.push(bytes);
    },
  };
}
