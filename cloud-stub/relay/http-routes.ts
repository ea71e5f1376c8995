// The relay's four addresses: a request is held until the endpoint answers it, or its caller has gone.

import { ROUTES, type Route as RelayRoute } from '../../wire/relay/requests.ts';
import { HEADER } from '../../wire/signing.ts';
import { jsonTextAnswer, type HttpAnswer } from '../http/answers.ts';
import type { Handler, Route } from '../http/route.ts';
import type { Endpoint, EndpointAnswer } from './endpoint.ts';

export const relayRoutes = (endpoint: Endpoint): readonly Route[] =>
  ROUTES.map((route) => ({
    path: `/sim/${route}`,
    direct: true,
    methods: { POST: handlerOf(endpoint, route) },
    tooLarge: () => answerOf(endpoint.tooLarge(route)),
  }));

const handlerOf =
  (endpoint: Endpoint, route: RelayRoute): Handler =>
  ({ header, body, address, onGone }) =>
    new Promise((resolve) => {
      const cancel = endpoint.call({
        route,
        device: header(HEADER.device),
        timestamp: header(HEADER.timestamp),
        signature: header(HEADER.signature),
        body,
        address,
        respond: (answer) => resolve(answerOf(answer)),
      });
      onGone(cancel);
    });

const answerOf = ({ http_status, text, retry_after_s }: EndpointAnswer): HttpAnswer =>
  jsonTextAnswer(http_status, text, retry_after_s === undefined ? {} : { 'Retry-After': `${retry_after_s}` });
