// Administration port of a running cloud: listens on loopback only. A file in the data folder, readable by the folder's
// owner only, holds the port and a token.

import { once } from 'node:events';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http';
import { join } from 'node:path';
import * as v from 'valibot';
import { readRegularText } from '../../cloud-stub/regular-file.ts';
import { administer, type Administered, type AdminOrder } from '../../cloud-stub/administration.ts';
import type { Log } from '../../hal/log/log.ts';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { isFields, readFields, type JsonFields } from '../../wire/json-fields.ts';
import { portOf } from '../../wire/listening.ts';
import { limitRequests } from '../../wire/request-limits.ts';

const FILE = 'admin.json';
const HOST = '127.0.0.1';
const BODY_BYTES_MAX = 65_536;
const OWNER_ALONE = 0o600;
const TIMEOUT_MS = 20_000;

const place = v.object({ port: v.number(), token: v.string() });

/** Accepts orders until closed; null, with a line in the log, if it can't. */
export async function openAdminPort(
  deps: Administered,
  data: string,
  log: Log,
): Promise<{ close(): Promise<void> } | null> {
  const path = join(data, FILE);
  const token = randomBytes(32).toString('base64url');
  const server = createServer(limitRequests(listenerFor(deps, token, log)));
  try {
    await once(server.listen(0, HOST), 'listening');
    rmSync(path, { force: true }); // left by a killed cloud: this process owns the folder
    writeFileSync(path, `${JSON.stringify({ port: portOf(server.address()), token })}\n`, {
      mode: OWNER_ALONE,
      flag: 'wx',
    });
  } catch (thrown) {
    server.close();
    log.write(
      'warn',
      'cloud',
      `Unreachable for tapin cloud keys, support, transfer, tokens and backup: ${messageOf(thrown)}.`,
    );
    return null;
  }
  return {
    async close() {
      rmSync(path, { force: true });
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const listenerFor =
  (deps: Administered, token: string, log: Log): RequestListener =>
  (incoming, response) => {
    const answer = async (): Promise<Result<unknown>> => {
      if (!isToken(incoming.headers.authorization, token)) return fail('unauthorized', 'Wrong token.');
      const body = await bodyOf(incoming);
      return body === null ? fail('too_large', 'The request is too long.') : administer(deps, readFields(body));
    };
    answer().then(
      (result) => response.end(JSON.stringify(result)),
      (thrown: unknown) => {
        log.write('error', 'cloud', messageOf(thrown));
        response.end(JSON.stringify(fail('internal', 'Internal error; see the log of the cloud.')));
      },
    );
  };

/** Returns the body; null if it is too long. */
async function bodyOf(incoming: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const data of incoming) {
    const chunk = Buffer.from(data);
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function isToken(authorization = '', token: string): boolean {
  const [given, right] = [Buffer.from(authorization), Buffer.from(`Bearer ${token}`)];
  return given.length === right.length && timingSafeEqual(given, right);
}

/**
 * Sends an order to the cloud that runs on this folder; null if none runs. Errors: as for the order, with the cloud's
 * message.
 */
export async function askCloud(
  data: string,
  order: AdminOrder,
  timeout_ms = TIMEOUT_MS,
): Promise<Result<JsonFields> | null> {
  const at = placeIn(join(data, FILE));
  if (!at) return null;
  const { promise, resolve } = Promise.withResolvers<Result<JsonFields> | null>();
  const headers = { authorization: `Bearer ${at.token}` };
  const call = request({ host: HOST, port: at.port, method: 'POST', path: '/', headers }, (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => void (text += chunk));
    response.on('end', () => resolve(resultIn(text)));
  });
  // A killed cloud leaves its file behind, and another program may have taken the port.
  call.setTimeout(timeout_ms, () => call.destroy());
  call.on('error', () => resolve(null));
  call.end(JSON.stringify(order));
  return promise;
}

function placeIn(path: string): v.InferOutput<typeof place> | null {
  try {
    const read = v.safeParse(place, readFields(readRegularText(path) ?? ''));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}

function resultIn(text: string): Result<JsonFields> | null {
  const fields = readFields(text);
  const [value, error] = [fields?.['value'], fields?.['error']];
  if (fields?.['ok'] === true && isFields(value)) return ok(value);
  if (!isFields(error) || error['code'] === 'unauthorized') return null; // another program has the port now
  return fail('bad_value', String(error['message']));
}
