// HTTP calls of the front panel, for scripts and for the page itself (docs/http-api.md).

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OperatingError } from '../../wire/errors.ts';
import type { PanelResources, PanelRoute } from './api/route.ts';
import { ROUTES } from './api/routes.ts';
import { STATUS_OF } from './api/status.ts';

export function refuse(reply: FastifyReply, error: OperatingError): FastifyReply {
  return reply.code(STATUS_OF[error.code] ?? 400).send({ error: error.code, message: error.message });
}

export function addApi(app: FastifyInstance, panel: PanelResources): void {
  for (const route of ROUTES)
    app.route<{ Params: { readonly index?: string } }>({
      method: route.method,
      // A HEAD of a stream or of a wait would never finish.
      exposeHeadRoute: false,
      ...(route.body_bytes_max === undefined ? {} : upload(panel, route.body_bytes_max)),
      url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => answer(route, panel, request, reply, request.params.index),
    });
}

/** Limit on concurrent uploads. */
export const UPLOADS_MAX = 4;

const upload = ({ uploads }: PanelResources, bodyLimit: number) => ({
  bodyLimit,
  async onRequest(_request: FastifyRequest, reply: FastifyReply) {
    const leave = uploads.take();
    if (!leave)
      return refuse(reply, {
        code: 'too_many',
        message: `${UPLOADS_MAX} uploads are already running: try again later.`,
      });
    reply.raw.once('close', leave);
    return undefined;
  },
});

async function answer(
  { answer: good, handle }: PanelRoute,
  panel: PanelResources,
  { query, body, headers, raw }: FastifyRequest,
  reply: FastifyReply,
  index: string | undefined,
): Promise<FastifyReply> {
  const device = index === undefined ? null : deviceAt(panel, index);
  if (device === undefined)
    return refuse(reply, {
      code: 'not_found',
      message: `Device ${index?.slice(0, 20)} not found: use 0 to ${panel.devices.length - 1}.`,
    });
  const onGone = (gone: () => void): void => {
    if (raw.socket.destroyed) return gone();
    reply.raw.once('close', gone);
  };
  const done = await handle({ panel, device, query, body, headers, reply, onGone });
  if (!done.ok) return refuse(reply, done.error);
  return done.value === undefined ? reply : reply.code(good.status).type(good.type).send(done.value);
}

const deviceAt = ({ devices }: PanelResources, index: string) =>
  /^\d{1,3}$/.test(index) ? devices[Number(index)] : undefined;
