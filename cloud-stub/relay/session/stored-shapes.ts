// Schemas of a session's persisted state and inputs as an engine stores them. The request schemas already validated the
// contents before they were written.

import * as v from 'valibot';
import { WHOLE_FROM_0, flag, whole } from '../../../wire/relay/fields.ts';
import { club, event, experience, hostEvent, players, putt, steps } from '../../../wire/relay/shapes.ts';
import { relayRound } from '../../../wire/relay/round.ts';
import type { StoredAnswer } from '../engine.ts';
import type { InputPayload } from './input-queue.ts';
import type { Guest, PersistedSession } from './session.ts';

const guest: v.GenericSchema<unknown, Guest> = v.object({
  device: v.string(),
  label: v.string(),
  players,
  fol: flag(),
  listed: flag(),
});

export const persistedSession: v.GenericSchema<unknown, PersistedSession> = v.object({
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

export const storedPayload: v.GenericSchema<unknown, InputPayload> = v.variant('kind', [
  v.object({ kind: v.literal('aim'), name, steps }),
  v.object({ kind: v.literal('club'), name, club }),
  v.object({ kind: v.literal('putt'), name, putt }),
  v.object({ kind: v.picklist(['repeat', 'repeat_aim', 'reset', 'mulligan']), name }),
]);

export const storedAnswer: v.GenericSchema<unknown, StoredAnswer> = v.object({
  fingerprint: v.string(),
  fields: v.looseObject({ status: v.string() }),
});
