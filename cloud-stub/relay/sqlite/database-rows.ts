// Row schemas of the relay's database, which is read at startup (C14).

import * as v from 'valibot';
import { integer, json, zeroOrOne } from '../../sqlite/sqlite-statements.ts';
import { persistedSession, storedPayload } from '../session/stored-shapes.ts';

export const LATEST_ROW = v.object({ latest: v.nullable(integer()) });
export const SESSION_ROW = v.object({ facts: json(persistedSession), polled: zeroOrOne() });
export const CONTACTS_ROW = v.object({
  host: v.string(),
  polled_ms: v.nullable(integer()),
  seen: json(v.record(v.string(), v.number())),
});
export const INPUT_ROW = v.object({ seq: integer(), at_ms: integer(), payload: json(storedPayload) });
export const CODE_ROW = v.object({ code: v.string(), host: v.string() });
export const LABEL_ROW = v.object({ device: v.string(), label: v.string() });
export const ANSWER_ROW = v.object({
  host: v.string(),
  device: v.string(),
  rid: v.string(),
  at_ms: integer(),
  answer: v.string(),
});
