// Reads a board file and reports each error with its file, line and column. With a fallback, a device starts despite a
// mistake (C188).

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
import { cutAtWord } from '../../wire/cut-text.ts';
import { oneLine } from '../../wire/visible.ts';
import { BOARD, type BoardSetup } from './board-shapes.ts';
import { textOf } from '../process/text-file.ts';

const WHAT = `Allowed in a board file: ${Object.keys(BOARD).join(', ')}.`;

const SHAPE = v.strictObject(BOARD, WHAT);

/** The YAML library's time grows with the square of the number of keys. */
const FILE_BYTES_MAX = 16_384;
/** Fits the screen. */
const SENTENCE_CHARS_MAX = 300;

/** Reads a board file of at most 16 KB. Errors: `bad_value`. */
export function readBoardFile(file: string): Result<BoardSetup> {
  const text = textOf(file, FILE_BYTES_MAX);
  return text.ok ? readBoard(text.value, file) : text;
}

export interface UsedBoard {
  readonly board: BoardSetup;
  /** Why the owner's board file is not used; '' if it is. */
  readonly board_problem: string;
}

/**
 * Reads the board file of a device. `fallback`: board file for a device that must start. It gives the sensor if `file`
 * names none, and all hardware if `file` can't be used. Errors: `bad_value` if no usable file remains.
 */
export function readBoards(file: string, fallback?: string): Result<UsedBoard> {
  const own = readBoardFile(file);
  const is_enough = fallback === undefined || (own.ok && own.value.sensor !== undefined);
  if (is_enough) return own.ok ? ok({ board: own.value, board_problem: '' }) : own;
  const whole = readBoardFile(fallback);
  if (!whole.ok) return whole;
  if (!own.ok) return ok({ board: whole.value, board_problem: `The board file is not used. ${own.error.message}` });
  const { sensor } = whole.value;
  return ok({ board: { ...own.value, ...(sensor !== undefined && { sensor }) }, board_problem: '' });
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
    throw new PlacedError(boardSentence(path, issue), page.at(path));
  } catch (thrown) {
    if (!(thrown instanceof PlacedError)) throw thrown;
    const sentence = cutAtWord(oneLine(withoutQuote(thrown.message)), SENTENCE_CHARS_MAX);
    return fail('bad_value', `${placeText(thrown.at)}: ${sentence}`);
  }
}

const NO_YAML = 'Invalid YAML: ';

/** Removes the part of a parser's message that quotes the file: it may be a password without quotation marks. */
function withoutQuote(message: string): string {
  if (!message.startsWith(NO_YAML)) return message;
  const reason = message.slice(NO_YAML.length);
  if (reason.includes('!')) return `${NO_YAML}a text that starts with ! needs quotation marks.`;
  return NO_YAML + reason.replace(/(?<=[\w)]): .*$|(?<=^Invalid escape sequence) .*$/, '.');
}

/** Returns the message for an issue; an unknown key is reported on the object that contains it. */
function boardSentence(path: readonly (string | number)[], { message, expected }: v.BaseIssue<unknown>): string {
  if (message === WHAT) return `${nameOf(path.join('.'))} is unknown. ${WHAT}`;
  const is_unknown = message.startsWith('allows ') && expected === 'never';
  return sentenceOf({ path: is_unknown ? path.slice(0, -1) : path, message });
}

/** Returns a key to show. Without a blank after a colon, a whole line is a key: `wifi:{password:secret}`. */
const nameOf = (key: string): string => (/^\w{1,20}$/.test(key) ? key : 'This key');
