// Parses and carries out a line for `tapin operate`.

import { EV_KEY, KEY_CODES } from '../../hal/keys/input-codes.ts';
import { KEYS, type Key } from '../../hal/keys/keys.ts';
import { readStrokeCall } from '../../sims/putter/stroke-call.ts';
import type { KernelInput } from '../../sims/inputs/uinput.ts';
import { fail, ok, assertDefined, type Result } from '../../wire/errors.ts';
import { readFields } from '../../wire/json-fields.ts';
import type { BoardSocket } from './board-socket.ts';

/** Linux names of the keys, as in the default key map (docs/inputs.md). */
const KEY_NAMES: Readonly<Record<Key, string>> = {
  up: 'KEY_UP',
  down: 'KEY_DOWN',
  left: 'KEY_LEFT',
  right: 'KEY_RIGHT',
  ok: 'KEY_ENTER',
  back: 'KEY_ESC',
};
const numberOf = (key: Key): number => assertDefined(KEY_CODES.get(KEY_NAMES[key]), KEY_NAMES[key]);

/** Key codes of a keyboard with all keys. */
export const KEY_NUMBERS: readonly number[] = KEYS.map(numberOf);

const ACTIONS = ['tap', 'press', 'release'] as const;
const [RELEASED, PRESSED] = [0, 1];

interface InputAgent {
  readonly keyboard: Pick<KernelInput, 'send'>;
  /** Virtual board; null if the device has its own board. */
  readonly board: BoardSocket | null;
}

/** Carries out a line. Errors: `bad_value` and any error of the board or its cable. */
export async function operate({ keyboard, board }: InputAgent, line: string): Promise<Result<unknown>> {
  const fields = readFields(line);
  if (!fields) return fail('bad_value', `Not a JSON object: ${JSON.stringify(line.slice(0, 80))}.`);
  if ('key' in fields) return pressKey(keyboard, fields['key'], fields['action'] ?? 'tap');
  if (!board) return fail('bad_value', 'No board; start tapin operate with --board.');
  if ('plugged' in fields) return fields['plugged'] === true ? board.plug() : board.unplug();
  if ('fault' in fields) return board.setFault(String(fields['fault']));
  const stroke = readStrokeCall(fields);
  return stroke.ok ? board.stroke(stroke.value) : stroke;
}

function pressKey(keyboard: InputAgent['keyboard'], named: unknown, wanted: unknown): Result<void> {
  const key = KEYS.find((each) => each === named);
  const action = ACTIONS.find((each) => each === wanted);
  if (!key) return fail('bad_value', `A key must be one of ${KEYS.join(', ')}.`);
  if (!action) return fail('bad_value', `An action must be one of ${ACTIONS.join(', ')}.`);
  if (action !== 'release') keyboard.send([EV_KEY, numberOf(key), PRESSED]);
  if (action !== 'press') keyboard.send([EV_KEY, numberOf(key), RELEASED]);
  return ok(undefined);
}
