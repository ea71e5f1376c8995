// Stand-in for the port on which launch monitor connectors accept putts from a second device: POST /putting, answered
// in one of the known modes. docs/simulators.md lists the mode of each connector.

import { ok, type Result } from '../../wire/errors.ts';
import { readFields } from '../../wire/json-fields.ts';
import { PUTTER, helpOf, readCommand, type SimulatorVerb } from './commands.ts';
import { fieldsOf, numberOf } from './open-connect.ts';
import { PUTTING_MODES, type PuttingMode } from './putting-ways.ts';
import { createEvents, type SimulatorShot, type Simulator } from './simulator.ts';

interface PuttingRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** Answer to send. `bare`: the raw text without headers; `silent`: nothing. */
export type PuttingAnswer =
  | { readonly kind: 'http'; readonly status: number; readonly type: string | null; readonly body: string }
  | { readonly kind: 'bare'; readonly text: string }
  | { readonly kind: 'silent' };

export interface PuttingPort extends Simulator {
  request(request: PuttingRequest): PuttingAnswer;
}

const VERBS: readonly SimulatorVerb[] = ['club', 'answer', 'help'];
const SUCCESS = 'Success';
const NO_PUTTER = 'Putter not selected in GSPro, ignoring.';

export function createPuttingPort({ mode: first_mode = 'result' }: { readonly mode?: PuttingMode } = {}): PuttingPort {
  const { emit, onEvent } = createEvents();
  let count = 0;
  let club = PUTTER;
  let mode: PuttingMode = first_mode;

  const answerTo = ({ method, path, body }: PuttingRequest, client: number): PuttingAnswer => {
    const ignored = (why: string, answer: PuttingAnswer): PuttingAnswer => {
      emit({ kind: 'ignored', client, why, text: `${method} ${path} ${body}` });
      return answer;
    };
    if (method !== 'POST' || path !== '/putting') return ignored('not a POST to /putting', page(404, 'Not Found'));
    const fields = readFields(body);
    if (!fields) return ignored('the body is not a JSON object', page(400, 'Bad Request'));
    const ball = fieldsOf(fields['ballData']);
    if (!ball) return ignored('no ballData', page(500, 'Internal Server Error'));
    const missing = FIELDS.find((name) => numberOf(ball[name]) === null);
    if (missing) return ignored(`${missing} is not a number`, json(`'${missing}'`));
    const dropped = whyDropped(mode, club);
    emit({ kind: 'shot', client, shot: shotOf(ball), club, dropped });
    return ANSWERS[mode](dropped === null ? SUCCESS : NO_PUTTER, dropped === null);
  };

  return {
    onEvent,
    request(request) {
      const client = ++count;
      const answer = answerTo(request, client);
      const shown: PuttingAnswer = mode === 'slow' ? { kind: 'silent' } : answer;
      emit({ kind: 'answered', client, text: answerText(shown) });
      return shown;
    },
    command(line): Result<string> {
      const command = readCommand(line, VERBS, PUTTING_MODES);
      if (!command.ok) return command;
      const { verb, value } = command.value;
      if (verb === 'help') return ok(`${helpOf(VERBS)} MODE is one of ${PUTTING_MODES.join(', ')}.`);
      if (verb === 'club') club = value;
      else mode = PUTTING_MODES.find((each) => each === value) ?? mode;
      return ok('Done.');
    },
  };
}

const FIELDS = ['BallSpeed', 'TotalSpin', 'LaunchDirection'] as const;

const shotOf = (ball: Readonly<Record<string, unknown>>): SimulatorShot => ({
  shot_number: null,
  speed_mph: numberOf(ball['BallSpeed']) ?? 0,
  hla_deg: numberOf(ball['LaunchDirection']) ?? 0,
  vla_deg: 0,
  total_spin_rpm: numberOf(ball['TotalSpin']) ?? 0,
  club_data: null,
});

function whyDropped(mode: PuttingMode, club: string): string | null {
  if (mode === 'busy') return 'the answer mode says that no putter is selected';
  if (mode === 'html' || mode === 'error') return 'the answer mode is an error';
  return club === PUTTER ? null : `the club is ${club}`;
}

const json = (result: string): PuttingAnswer => ({
  kind: 'http',
  status: 200,
  type: 'application/json',
  body: JSON.stringify({ result }),
});

const page = (status: number, words: string): PuttingAnswer => ({
  kind: 'http',
  status,
  type: 'text/html; charset=utf-8',
  body: `<!DOCTYPE html>\n<html lang="en"><head><title>Error</title></head><body><pre>${words}</pre></body></html>\n`,
});

const doubled = (result: unknown): string => JSON.stringify(JSON.stringify({ result }));

const ANSWERS: Readonly<Record<PuttingMode, (result: string, played: boolean) => PuttingAnswer>> = {
  result: json,
  busy: json,
  empty: () => ({ kind: 'http', status: 200, type: null, body: '' }),
  bare: (result) => ({ kind: 'bare', text: `HTTP/1.0 200 OK\r\n\r\n${JSON.stringify({ result })}` }),
  double: (result) => ({
    kind: 'http',
    status: 200,
    type: 'application/json',
    body: doubled(result),
  }),
  'bare-double': (_, played) => ({
    kind: 'bare',
    text: played
      ? `HTTP/1.0 200 OK\r\n\r\n${doubled('OK')}`
      : `HTTP/1.0 500 Internal Server Error\r\n\r\n${doubled('ERROR')}`,
  }),
  received: () => json('Data Received '),
  html: () => page(404, 'Cannot POST /putting'),
  error: () => page(500, 'Internal Server Error'),
  slow: () => ({ kind: 'silent' }),
};

function answerText(answer: PuttingAnswer): string {
  if (answer.kind === 'silent') return 'nothing';
  if (answer.kind === 'bare')
    return `${answer.text.split(' ')[1]} without headers, ${answer.text.split('\r\n').at(-1)}`;
  return `${answer.status} ${answer.type?.startsWith('text/html') ? 'an HTML page' : answer.body || 'without a body'}`;
}
