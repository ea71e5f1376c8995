// HTTP routes of the relay: each request is held until the endpoint answers it or its caller disconnects.

import { ROUTES, type RelayRoute } from '../../../wire/relay/requests.ts';
import { HEADER } from '../../../wire/signing.ts';
import { jsonTextAnswer, type HttpAnswer } from '../../http/answers.ts';
import type { DirectHandler, HttpRequest, RequestHead, Route } from '../../http/route.ts';
import type { Endpoint, EndpointAnswer, EndpointHead } from './endpoint.ts';

export const relayRoutes = (endpoint: Endpoint): readonly Route[] =>
  ROUTES.map((route) => {
    const refuseHead = (head: RequestHead): HttpAnswer | null => {
      const refused = endpoint.refuseHead(headOf(route, head));
      return refused && answerOf(refused);
    };
    const direct: DirectHandler = (request, respond) =>
      endpoint.call({
        ...headOf(route, request),
        body: request.body,
        respond: (answer) => respond(answerOf(answer)),
      });
    const held = async (request: HttpRequest): Promise<HttpAnswer> => {
      const refused = refuseHead(request);
      if (refused) return refused;
      const body = await request.readBody();
      return new Promise((resolve) => request.onGone(direct({ ...request, body }, resolve)));
    };
    return {
      path: `/sim/${route}`,
      direct,
      refuseHead,
      methods: { POST: held },
      tooLarge: () => answerOf(endpoint.tooLarge(route)),
    };
  });

const headOf = (route: RelayRoute, { header, address }: RequestHead): EndpointHead => ({
  route,
  device: header(HEADER.device),
  timestamp: header(HEADER.timestamp),
  signature: header(HEADER.signature),
  address,
});

const answerOf = ({ http_status, text, retry_after_s }: EndpointAnswer): HttpAnswer =>
  jsonTextAnswer(http_status, text, retry_after_s === undefined ? {} : { 'Retry-After': `${retry_after_s}` });
