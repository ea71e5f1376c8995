// POST /sim/input (relay §4.4; C11): a guest's aim, club, putt and the rest.

import { HOST_CODE_SYMBOLS } from '../../../wire/choices.ts';
import { readCode } from '../../../wire/crockford.ts';
import type { InputRequest } from '../../../wire/relay/requests.ts';
import type { RelayAnswer } from './answer.ts';
import type { AnswerFields, RelayEngine } from '../engine.ts';
import type { OperationOutcome } from '../session/operations.ts';
import { applied, REUSED_RID, type RelayCaller, type ReusedRid } from './relay-parts.ts';

export async function inputRoute(
  engine: RelayEngine,
  request: InputRequest,
  caller: RelayCaller,
): Promise<RelayAnswer | ReusedRid> {
  const { device } = caller;
  const code = readCode(request.code, HOST_CODE_SYMBOLS);
  const { owner: host } = await engine.prepare({ device, code });
  if (code === null || host === null) return INVALID;
  const { fields, snapshot } = await applied(engine, caller, {
    host,
    operation: { kind: 'input', code, device, request },
    answerOf: fieldsOf(code),
  });
  if (fields === REUSED_RID) return REUSED_RID;
  return fields.status === 'invalid' ? INVALID : { fields, state: snapshot };
}

const fieldsOf =
  (used: string) =>
  ({ session, status, queued }: OperationOutcome): AnswerFields => {
    const moved = session.code === used ? {} : { code: session.code };
    const stopped = status === 'offline' ? { host_stopped: !session.active } : {};
    return status === 'invalid' ? INVALID.fields : { status, seq: queued?.seq ?? 0, ...moved, ...stopped };
  };

/** `seq` 0: nothing was queued. */
const INVALID: RelayAnswer = { fields: { status: 'invalid', seq: 0 }, state: 'empty' };
