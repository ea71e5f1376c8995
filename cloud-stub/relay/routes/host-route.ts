// POST /sim/host (relay §4.1; C18, C28): start, stop, regenerate, experience, round.

import type { HostRequest } from '../../../wire/relay/requests.ts';
import type { RelayAnswer } from './answer.ts';
import type { AnswerFields, RelayEngine } from '../engine.ts';
import type { HostOperation } from '../session/host-operations.ts';
import type { OperationOutcome } from '../session/operations.ts';
import { applied, REUSED_RID, type RelayCaller, type ReusedRid } from './relay-parts.ts';

export async function hostRoute(
  engine: RelayEngine,
  request: HostRequest,
  caller: RelayCaller,
): Promise<RelayAnswer | ReusedRid> {
  const { device } = caller;
  const new_code = request.action === 'regenerate';
  const prepared = await engine.prepare({ device, session: new_code || request.action === 'start', new_code });
  if (!prepared.has_session) return { fields: ofNobody(request), state: request.action === 'stop' ? null : 'empty' };
  const operation = operationOf(request, prepared.new_code);
  const { fields, snapshot } = await applied(engine, caller, {
    host: device,
    operation: { kind: 'host', request: operation },
    answerOf: fieldsOf(operation),
  });
  if (fields === REUSED_RID) return REUSED_RID;
  if (fields.status === 'invalid') return { fields, state: 'empty' };
  return { fields, state: request.action === 'stop' ? null : snapshot };
}

const operationOf = (request: HostRequest, code: string): HostOperation =>
  request.action === 'regenerate' ? { ...request, code } : request;

const ofNobody = ({ action }: HostRequest): AnswerFields =>
  action === 'stop' ? { status: 'ok', code: '' } : { status: 'invalid', code: '', next_seq: 1 };

/** The host loop registers again after `invalid`. */
const fieldsOf =
  ({ action }: HostOperation) =>
  ({ status, session: { code, next_seq } }: OperationOutcome): AnswerFields =>
    action === 'stop' ? { status, code } : { status, code, next_seq };
