// Checks an answer of the store against the declaration of its operation: status, type, shape, headers and error codes,
// and the body of an accepted request.

import * as v from 'valibot';
import {
  OPERATIONS,
  REFUSAL_HEADERS,
  refusalsOf,
  statusOf,
  type StoreOperation,
} from '../../../cloud-stub/store/operations.ts';
import { refusalShape } from '../../../cloud-stub/store/shapes.ts';
import type { HttpAnswer, HttpAsk } from '../process/http-call.ts';

const fits = (template: string, path: string): boolean =>
  new RegExp(`^${template.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);

/** Returns the matching path template, preferring one without parameters. */
const templateOf = (path: string): string | undefined =>
  OPERATIONS.map((operation) => operation.path)
    .filter((template) => fits(template, path))
    .toSorted((one, other) => Number(one.includes('{')) - Number(other.includes('{')))[0];

/**
 * Returns which declared answer this is; null if the request is not an operation of the store. @throws If the operation
 * does not declare this answer.
 */
export function declaredAnswer(path: string, ask: HttpAsk, answer: HttpAnswer): string | null {
  const [bare = ''] = path.split('?');
  const template = templateOf(bare);
  if (template === undefined) return null;
  const { method = 'GET' } = ask;
  const operation = OPERATIONS.find((each) => each.path === template && each.method === method);
  if (!operation) {
    if (method === 'OPTIONS' || [404, 405].includes(answer.status)) return null;
    throw new Error(`${method} ${template} is not declared, and answers ${answer.status}`);
  }
  const problem = problemOf(operation, ask, answer);
  if (problem !== null) throw new Error(`${method} ${template} returned an undeclared answer: ${problem}`);
  const code = answer.status < 400 || method === 'HEAD' ? '' : ` ${v.parse(refusalShape, answer.json()).error}`;
  return `${method} ${template} ${answer.status}${code}`;
}

function problemOf(operation: StoreOperation, { body }: HttpAsk, answer: HttpAnswer): string | null {
  if (answer.status >= 400) return refusalProblem(operation, answer);
  const declared = operation.answers.find(({ status }) => status === answer.status);
  if (!declared) return `${answer.status}`;
  if (operation.body && !v.is(operation.body, JSON.parse(String(body)))) return `it accepts ${String(body)}`;
  const missing = Object.keys(declared.headers).find((name) => answer.headers[name] === undefined);
  if (missing !== undefined) return `it has no header ${missing}`;
  if (declared.type === null) return answer.body.length === 0 ? null : `a body with ${answer.status}`;
  if (typeOf(answer) !== declared.type) return `the type ${typeOf(answer)}`;
  return declared.schema && misfitOf(declared.schema, answer);
}

function refusalProblem(operation: StoreOperation, answer: HttpAnswer): string | null {
  const { status } = answer;
  const codes = refusalsOf(operation).filter((code) => statusOf(code) === status);
  if (codes.length === 0) return `${status}`;
  const missing = Object.keys(REFUSAL_HEADERS[status] ?? {}).find((name) => answer.headers[name] === undefined);
  if (missing !== undefined) return `${status} without the header ${missing}`;
  if (operation.method === 'HEAD') return null;
  if (typeOf(answer) !== 'application/json') return `the type ${typeOf(answer)}`;
  const misfit = misfitOf(refusalShape, answer);
  if (misfit !== null) return misfit;
  const { error } = v.parse(refusalShape, answer.json());
  return codes.some((code) => code === error) ? null : `${status} ${error}`;
}

const typeOf = ({ headers }: HttpAnswer): string | undefined => String(headers['content-type']).split(';')[0];

function misfitOf(schema: v.GenericSchema, { json }: HttpAnswer): string | null {
  const read = v.safeParse(schema, json());
  return read.success ? null : `${v.getDotPath(read.issues[0])}: ${read.issues[0].message}`;
}
