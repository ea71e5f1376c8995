// The rows of the relay's database as they are read after a start (C14). What they hold was read by the schemas of the requests
// before it was written.

import * as v from 'valibot';
import { WHOLE_FROM_0, flag, whole } from '../../../wire/relay/fields.ts';
import { club, event, experience, hostEvent, players, putt, steps } from '../../../wire/relay/shapes.ts';
import { relayRound } from '../../../wire/relay/round.ts';
import { integer, json, zeroOrOne } from '../../sqlite-statements.ts';
import type { InputPayload } from '../input-queue.ts';
import type { Guest, SessionFacts } from '../session.ts';

const guest: v.GenericSchema<unknown, Guest> = v.object({
  device: v.string(),
  label: v.string(),
  players,
  fol: flag(),
  listed: flag(),
});

const facts: v.GenericSchema<unknown, SessionFacts> = v.object({
  host: v.string(),
  label: v.string(),
  code: v.string(),
  retired: v.array(v.object({ code: v.string(), retired_ms: v.number() })),
  active: flag(),
  name: v.string(),
  players,
  exp: experience,
  round: v.nullable(relayRound),
  ev: event,
  reported: v.object({ kind: hostEvent.entries.kind, seq: hostEvent.entries.seq }),
  replay: flag(),
  guests: v.array(guest),
  next_seq: whole(WHOLE_FROM_0),
});

const name = v.string();

const payload: v.GenericSchema<unknown, InputPayload> = v.variant('kind', [
  v.object({ kind: v.literal('aim'), name, steps }),
  v.object({ kind: v.literal('club'), name, club }),
  v.object({ kind: v.literal('putt'), name, putt }),
  v.object({ kind: v.picklist(['repeat', 'repeat_aim', 'reset', 'mulligan']), name }),
]);

export const LATEST_ROW = v.object({ latest: v.nullable(integer()) });
export const SESSION_ROW = v.object({ facts: json(facts), polled: zeroOrOne() });
export const CONTACTS_ROW = v.object({
  host: v.string(),
  polled_ms: v.nullable(integer()),
  seen: json(v.record(v.string(), v.number())),
});
export const INPUT_ROW = v.object({ seq: integer(), at_ms: integer(), payload: json(payload) });
export const CODE_ROW = v.object({ code: v.string(), host: v.string() });
export const LABEL_ROW = v.object({ device: v.string(), label: v.string() });
export const ANSWER_ROW = v.object({
  host: v.string(),
  device: v.string(),
  rid: v.string(),
  at_ms: integer(),
  answer: v.string(),
});
