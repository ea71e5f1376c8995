// Answers of the four routes as a device parses them (relay §3–4; C1, C3, C76). Missing fields get a neutral default,
// so that all answers have the same shape.

import * as v from 'valibot';
import { fail, ok, type Result } from '../errors.ts';
import { readFields, type JsonFields } from '../json-fields.ts';
import { INPUT_LIFETIME_MS } from '../limits.ts';
import { flag, sentenceOf, text, whole, WHOLE_FROM_0 } from './fields.ts';
import { club, experience, INPUT_KINDS, putt, steps, type Experience } from './shapes.ts';
import { stateBlock, type StateBlock } from './state.ts';

const NAME = { min: 0, max: 64 } as const;
const short = () => v.optional(text(NAME), '');

const inputItem = v.object(
  {
    seq: whole(WHOLE_FROM_0),
    kind: v.picklist(INPUT_KINDS, 'must be a kind of input'),
    name: text(NAME),
    steps: v.optional(steps, 0),
    club: v.optional(club, 0),
    putt: v.optional(putt),
    // Another cloud may use this field differently, so anything but the age of a live input is ignored.
    ms: v.optional(v.fallback(v.nullable(whole({ min: 0, max: INPUT_LIFETIME_MS })), null), null),
  },
  'must be an object',
);
/** A guest's input as its host receives it. `ms`: milliseconds since the relay accepted it; null if unknown. */
export type InputItem = Readonly<v.InferOutput<typeof inputItem>>;

const fields = v.object(
  {
    status: text({ min: 1, max: 64 }),
    code: short(),
    next_seq: v.optional(whole(WHOLE_FROM_0), 0),
    seq: v.optional(whole(WHOLE_FROM_0), 0),
    items: v.optional(v.array(inputItem, 'must be a list'), []),
    label: short(),
    host_label: short(),
    host_name: short(),
    host_stopped: v.optional(flag(), false),
    away: v.optional(v.nullable(v.array(text(NAME), 'must be a list')), null),
    server_time: v.optional(whole(WHOLE_FROM_0), 0),
  },
  'must be an object',
);

export interface RelayAnswer extends Readonly<v.InferOutput<typeof fields>> {
  /** State block; null if the answer has none. */
  readonly state: StateBlock | null;
}

/** Parses an answer. Errors: `bad_value` with one sentence if it is not a relay answer. */
export function readAnswer(answer: string): Result<RelayAnswer> {
  const data = readFields(answer);
  const read = v.safeParse(fields, data, { abortEarly: true });
  if (!read.success) return fail('bad_value', sentenceOf(read.issues));
  const state = readState(data ?? {});
  return state.ok ? ok({ ...read.output, state: state.value }) : state;
}

/** Reads the state block, either under its own name or merged into the answer (C1). */
function readState(answer: JsonFields): Result<StateBlock | null> {
  const block = answer['state'] ?? answer;
  if ((answer['state'] ?? null) === null && !('st' in answer && 'players' in answer)) return ok(null);
  const read = v.safeParse(stateBlock, block, { abortEarly: true });
  return read.success ? ok(read.output) : fail('bad_value', sentenceOf(read.issues));
}

/** Parses an experience from any data; null if invalid. */
export const readExperience = (data: unknown): Experience | null => {
  const read = v.safeParse(experience, data);
  return read.success ? read.output : null;
};
