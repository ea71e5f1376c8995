// The OpenAPI document: valid by an independent validator, complete, served, and guarded like every call.

import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import test from 'ava';
import Fastify from 'fastify';
import { addApi } from '../../../sims/panel/api.ts';
import { createSemaphore } from '../../../sims/panel/api/semaphore.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { httpCall } from '../../support/process/http-call.ts';
import { panelFixture } from '../../support/panel/panel-fixture.ts';
import { fieldsOf, fieldsIn } from '../../support/read-json.ts';

const document = () => fieldsIn(readFileSync('docs/openapi.json', 'utf8'));
/** Returns the method and path of each call in the document. */
const documented = (): readonly [string, string][] =>
  Object.entries(fieldsOf(document()['paths'])).flatMap(([path, item]) =>
    Object.keys(fieldsOf(item)).map((method): [string, string] => [method.toUpperCase(), path]),
  );

test('[panel] the document is valid OpenAPI 3.1', async (t) => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(document());
  t.true(valid, JSON.stringify(errors));
  t.is(validator.version, '3.1');
  const broken = document();
  const { valid: still } = await new Validator().validate({ ...broken, paths: { '/x': { get: { responses: 7 } } } });
  t.false(still, 'the validator detects an invalid document');
});

test('[panel] the OpenAPI document lists exactly the registered calls', (t) => {
  const app = Fastify();
  const registered: [string, string][] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) registered.push([each, url.replaceAll(/:(\w+)/g, '{$1}')]);
  });
  addApi(app, {
    devices: [],
    recording: null,
    charts: null,
    time: null,
    breakpoints: null,
    wall: createVirtualClock(),
    journals: new Map(),
    waits: createSemaphore(1),
    streams: createSemaphore(1),
    advances: createSemaphore(1),
    uploads: createSemaphore(1),
  });
  t.true(registered.length > 15);
  const sorted = (calls: readonly (readonly [string, string])[]) => calls.map((call) => call.join(' ')).toSorted();
  t.deepEqual(sorted(registered), sorted(documented()));
  const ids = [...readFileSync('docs/openapi.json', 'utf8').matchAll(/"operationId": "(\w+)"/g)].map(([, id]) => id);
  t.is(new Set(ids).size, registered.length, 'operation IDs are unique');
});

test('[panel] serves the OpenAPI document of docs', async (t) => {
  const { call } = await panelFixture(t);
  const answer = await call('/api/openapi.json');
  t.is(answer.text, readFileSync('docs/openapi.json', 'utf8'));
});

test('[panel] every documented call requires the token, the host and no other origin', async (t) => {
  const { call, origin } = await panelFixture(t);
  for (const [method, template] of documented()) {
    const path = template.replace('{index}', '0');
    const body = method === 'POST' ? { body: '{}' } : {};
    t.is((await httpCall(origin, path, { method, ...body })).status, 401, path);
    t.is((await call(path, { method, headers: { Host: 'evil.example' }, ...body })).status, 403, path);
    t.is((await call(path, { method, headers: { Origin: 'http://evil.example' }, ...body })).status, 403, path);
    if (template !== path)
      t.is((await call(template.replace('{index}', '1'), { method, headers: { 'Content-Type': 'application/json' }, ...body })).status, 404); // oxfmt-ignore
  }
});

test('[panel] every call with a body requires a JSON object', async (t) => {
  const { post } = await panelFixture(t);
  for (const [method, path] of documented())
    if (method === 'POST')
      for (const body of ['[]', 'null', '1', '"a"'])
        t.deepEqual(
          (await post(path.replace('{index}', '0'), body)).json(),
          { error: 'bad_request', message: 'The body must be a JSON object.' },
          `${path} ${body}`,
        );
});
