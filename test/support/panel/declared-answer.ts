// Checks an answer of the panel against the declaration of its call: status, type, shape and error codes.

import * as v from 'valibot';
import { STATUS_OF } from '../../../sims/panel/api/status.ts';
import { errorsOf, type PanelRoute } from '../../../sims/panel/api/route.ts';
import { ROUTES } from '../../../sims/panel/api/routes.ts';
import { refusalShape } from '../../../sims/panel/api/shapes.ts';
import type { HttpAnswer } from '../process/http-call.ts';

const routeAt = (method: string, path: string): PanelRoute | undefined =>
  ROUTES.find(
    (route) => route.method === method && new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]*')}$`).test(path),
  );

/** @throws If the call does not declare such an answer. */
export function assertDeclared(method: string, path: string, answer: HttpAnswer): void {
  const [bare = ''] = path.split('?');
  const route = routeAt(method, bare);
  if (!route) return;
  const problem = problemOf(route, answer);
  if (problem !== null) throw new Error(`${method} ${bare} returned an undeclared answer: ${problem}`);
}

function problemOf(route: PanelRoute, { status, headers, json }: HttpAnswer): string | null {
  const type = String(headers['content-type']);
  const { answer } = route;
  if (status !== answer.status) {
    const read = v.safeParse(refusalShape, json());
    if (!read.success) return read.issues[0].message;
    const code = errorsOf(route).find((each) => each === read.output.error);
    if (code === undefined) return `the code ${read.output.error}`;
    return (STATUS_OF[code] ?? 400) === status ? null : `${status} of ${code}`;
  }
  if (type.split(';')[0] !== answer.type.split(';')[0]) return `the type ${type}`;
  const read = answer.schema && v.safeParse(answer.schema, json());
  return read && !read.success ? `${v.getDotPath(read.issues[0])}: ${read.issues[0].message}` : null;
}
