// Reads a board file and reports each error with its file, line and column. A device that must start has another one to
// fall back on (C188).

import * as v from 'valibot';
import { keyMapOf } from '../../hal/keys/key-map.ts';
import { calibrationOf } from '../../hal/keys/touch-place.ts';
import { placeText } from '../../simulation/scenarios/scenario.ts';
import { pathOf, sentenceOf } from '../../simulation/scenarios/reading/messages.ts';
import { asWritten } from '../../simulation/scenarios/reading/spelling.ts';
import { openYaml, PlacedError, topOf } from '../../simulation/scenarios/reading/yaml-page.ts';
import { IDENTITY } from '../../wire/affine.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { isFields } from '../../wire/json-fields.ts';
import { BOARD, type BoardSetup } from './board-shapes.ts';
import { textOf } from '../process/text-file.ts';

const WHAT = `Allowed in a board file: ${Object.keys(BOARD).join(', ')}.`;

const SHAPE = v.strictObject(BOARD, WHAT);

/** Reads a board file. Errors: `bad_value`. */
export function readBoardFile(file: string): Result<BoardSetup> {
  const text = textOf(file);
  return text.ok ? readBoard(text.value, file) : text;
}

export interface UsedBoard {
  readonly board: BoardSetup;
  /** Why the owner's board file is not used; '' if it is. */
  readonly board_problem: string;
}

/**
 * Reads the board file of a device that must start: the board file `fallback` gives the sensor if `file` names none, and
 * all hardware if `file` can't be used. Errors: `bad_value` in `fallback`.
 */
export function readBoardOrFallback(file: string, fallback: string): Result<UsedBoard> {
  const whole = readBoardFile(fallback);
  if (!whole.ok) return whole;
  const own = readBoardFile(file);
  if (!own.ok) return ok({ board: whole.value, board_problem: `The board file is not used. ${own.error.message}` });
  const { sensor } = whole.value;
  return ok({ board: { ...(sensor !== undefined && { sensor }), ...own.value }, board_problem: '' });
}

/** Parses the text of a board file. Errors: `bad_value`, with `FILE:LINE:COLUMN: ` and one sentence. */
export function readBoard(text: string, file: string): Result<BoardSetup> {
  try {
    const page = openYaml(text, file);
    if (!isFields(page.root)) throw new PlacedError(WHAT, topOf(file));
    const read = v.safeParse(SHAPE, asWritten(SHAPE, page.root, page.written, []), {
      abortEarly: true,
      abortPipeEarly: true,
    });
    if (read.success) {
      const map = keyMapOf(read.output.inputs?.keys);
      if (!map.ok) throw new PlacedError(map.error.message, page.at(['inputs', 'keys']));
      const calibration = calibrationOf(read.output.inputs?.calibration ?? IDENTITY);
      if (!calibration.ok) throw new PlacedError(calibration.error.message, page.at(['inputs', 'calibration']));
      return ok(read.output);
    }
    const [issue] = read.issues;
    const path = pathOf(issue);
    throw new PlacedError(boardSentence(path, issue.message), page.at(path));
  } catch (thrown) {
    if (!(thrown instanceof PlacedError)) throw thrown;
    return fail('bad_value', `${placeText(thrown.at)}: ${thrown.message}`);
  }
}

/** Returns the message for an issue; an unknown key is reported on the object that contains it. */
const boardSentence = (path: readonly (string | number)[], message: string): string =>
  message === WHAT
    ? `${path.join('.')} is unknown. ${WHAT}`
    : sentenceOf({ path: message.startsWith('allows ') ? path.slice(0, -1) : path, message });
