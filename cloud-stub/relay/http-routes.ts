// The relay's four addresses: a request is held until the endpoint answers it, or its caller has gone.

import { ROUTES, type Route as RelayRoute } from '../../wire/relay/requests.ts';
import { HEADER } from '../../wire/signing.ts';
import { jsonTextAnswer, type HttpAnswer } from '../http/answers.ts';
import type { DirectHandler, Route } from '../http/route.ts';
import type { Endpoint, EndpointAnswer } from './endpoint.ts';

export const relayRoutes = (endpoint: Endpoint): readonly Route[] =>
  ROUTES.map((route) => {
    const direct = handlerOf(endpoint, route);
    return {
      path: `/sim/${route}`,
      direct,
      methods: { POST: (request) => new Promise((resolve) => request.onGone(direct(request, resolve))) },
      tooLarge: () => answerOf(endpoint.tooLarge(route)),
    };
  });

const handlerOf =
  (endpoint: Endpoint, route: RelayRoute): DirectHandler =>
  ({ header, body, address }, respond) =>
    endpoint.call({
      route,
      device: header(HEADER.device),
      timestamp: header(HEADER.timestamp),
      signature: header(HEADER.signature),
      body,
      address,
      respond: (answer) => respond(answerOf(answer)),
    });

const answerOf = ({ http_status, text, retry_after_s }: EndpointAnswer): HttpAnswer =>
  jsonTextAnswer(http_status, text, retry_after_s === undefined ? {} : { 'Retry-After': `${retry_after_s}` });
