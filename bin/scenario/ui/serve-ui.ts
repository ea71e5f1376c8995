// Server of `tapin test --ui`: its page, its state, and what the page asks for. Only this machine's browser with the
// token may use it; the front panel in its frame has a server of its own with the same token.

import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse, type RequestListener } from 'node:http';
import * as v from 'valibot';
import { SOUNDS } from '../../../wire/audio/sounds.ts';
import { KEYS } from '../../../hal/keys/keys.ts';
import { bundlePage } from '../../../sims/panel/build-page.ts';
import { checkAccess, hostsOf } from '../../../sims/panel/access.ts';
import { STATUS_OF } from '../../../sims/panel/api/status.ts';
import { CONDITION_FIELDS, HEADER, STEPS } from '../../../simulation/scenarios/reading/shapes.ts';
import { MACHINE_STATES, PAGE_NAMES } from '../../../simulation/scenarios/reading/vocabulary.ts';
import type { UiRequest, UiVocabulary } from '../../../simulation/scenarios/ui-page/ui-state.ts';
import { fail, messageOf, ok, type OperatingError, type Result } from '../../../wire/errors.ts';
import { listenProblem, originOf, portOf } from '../../../wire/listening.ts';
import { limitRequests } from '../../../wire/request-limits.ts';
import { exitWith, onShutdown, printListening, printMessage } from '../../process/process.ts';
import type { RootedScenario } from '../scenario-file.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

const HOST = '127.0.0.1';
const BODY_BYTES_MAX = 1_000_000;
const FONT = new URL('../../../hal/screen/font/Inter-Medium.otf', import.meta.url);
const PAGE = new URL('../../../simulation/scenarios/ui-page/', import.meta.url);

const GROUPS = ['repeat', 'for_each', 'include'];
const VOCABULARY: UiVocabulary = {
  steps: [...Object.keys(STEPS), ...GROUPS],
  head: [...Object.keys(HEADER), 'steps'],
  fields: [...CONDITION_FIELDS, 'within'],
  pages: PAGE_NAMES,
  sounds: SOUNDS,
  keys: KEYS,
  machines: MACHINE_STATES,
};

const text = v.pipe(v.string('text must be a text'), v.maxLength(BODY_BYTES_MAX));
const file = v.string('file must be a text');
const TO = 'to must be a number of steps, from 0';
const BY = 'by must be a whole number of steps';
const SPEED = 'speed must be a number from 0.1 to 1000';
const speed = v.optional(v.pipe(v.number(SPEED), v.minValue(0.1, SPEED), v.maxValue(1000, SPEED)));
const request = v.variant(
  'do',
  [
    v.strictObject({ do: v.literal('open'), file }),
    v.strictObject({ do: v.literal('edit'), file, text }),
    v.strictObject({ do: v.literal('save'), file, text }),
    v.strictObject({ do: v.literal('run'), to: v.pipe(v.number(TO), v.integer(TO), v.minValue(0, TO)), speed }),
    v.strictObject({ do: v.literal('move'), by: v.pipe(v.number(BY), v.integer(BY)), speed }),
    v.strictObject({ do: v.picklist(['pause', 'restart', 'verdicts']) }),
    v.strictObject({ do: v.literal('record'), on: v.boolean('on must be true or false') }),
  ],
  'do must be open, edit, save, run, move, pause, restart, verdicts or record',
);

/** Serves until the process ends. `token`: required of every request. */
export async function serveUi(scenarios: readonly RootedScenario[], port: number, token: string): Promise<void> {
  let workbench: Workbench | null = null;
  const receive: RequestListener = (asked, response) => void answer(asked, response, token, workbench);
  const server = createServer(limitRequests(receive));
  const bound = await new Promise<Result<number>>((resolve) => {
    server.once('error', (thrown) => resolve(fail('port_unusable', listenProblem(thrown, HOST, port, 'The page'))));
    server.listen(port, HOST, () => resolve(ok(portOf(server.address()))));
  });
  if (!bound.ok) return exitWith(bound.error);
  const origin = originOf(HOST, bound.value);
  const files = pageFiles();
  workbench = await openWorkbench(scenarios, { host: HOST, port: 0, token, framed_by: origin });
  const url = `${origin}/?token=${token}`;
  onShutdown(async () => {
    server.closeAllConnections();
    server.close();
    await workbench?.close();
  });
  // The process that started this one has ended, even if it was killed.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  await files;
  printListening({ ui: url });
  printMessage(`Scenarios in your browser: ${url}`, 'info');
}

/** Builds the page once. */
let built: Promise<{ readonly script: string; readonly style: string; readonly page: string }> | undefined;
const pageFiles = () =>
  (built ??= (async () => ({
    script: await bundlePage(new URL('main.tsx', PAGE)),
    style: await bundlePage(new URL('ui.css', PAGE)),
    page: await readFile(new URL('index.html', PAGE), 'utf8'),
  }))());

async function answer(
  asked: IncomingMessage,
  response: ServerResponse,
  token: string,
  workbench: Workbench | null,
): Promise<void> {
  const passed = checkAccess(asked, { token, hosts: hostsOf(HOST) });
  if (!passed.ok) return refuse(response, passed.error);
  try {
    const [path = '/'] = (asked.url ?? '/').split('?');
    const { script, style, page } = await pageFiles();
    if (asked.method === 'GET' && path === '/')
      send(response, 'text/html; charset=utf-8', page.replaceAll('{{token}}', token)); // oxfmt-ignore
    else if (asked.method === 'GET' && path === '/app.js') send(response, 'text/javascript; charset=utf-8', script);
    else if (asked.method === 'GET' && path === '/style.css')
      send(response, 'text/css; charset=utf-8', style.replaceAll('{{token}}', token));
    else if (asked.method === 'GET' && path === '/font.otf') send(response, 'font/otf', await readFile(FONT));
    else if (asked.method === 'GET' && path === '/ui/words') send(response, JSON_TYPE, JSON.stringify(VOCABULARY));
    else if (!workbench) refuse(response, { code: 'not_found', message: 'Not ready yet.' });
    else if (asked.method === 'GET' && path === '/ui/state')
      send(response, JSON_TYPE, JSON.stringify(await workbench.state())); // oxfmt-ignore
    else if (asked.method === 'POST' && path === '/ui/do') await carryOut(asked, response, workbench);
    else refuse(response, { code: 'not_found', message: `Not found: ${path.slice(0, 80)}.` });
  } catch (thrown) {
    refuse(response, { code: 'internal', message: messageOf(thrown) });
  }
}

async function carryOut(asked: IncomingMessage, response: ServerResponse, workbench: Workbench): Promise<void> {
  const body = await bodyOf(asked);
  if (!body.ok) return refuse(response, body.error);
  const read = v.safeParse(request, body.value);
  if (!read.success) return refuse(response, { code: 'bad_value', message: `${read.issues[0].message}.` });
  const done = await workbench.carryOut(read.output satisfies UiRequest);
  if (!done.ok) return refuse(response, done.error);
  send(response, JSON_TYPE, JSON.stringify(await workbench.state()));
}

async function bodyOf(asked: IncomingMessage): Promise<Result<unknown>> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of asked) {
    if (!Buffer.isBuffer(part)) continue;
    bytes += part.length;
    if (bytes > BODY_BYTES_MAX) return fail('too_large', `A body has at most ${BODY_BYTES_MAX} bytes.`);
    parts.push(part);
  }
  try {
    return ok(JSON.parse(Buffer.concat(parts).toString()));
  } catch {
    return fail('bad_value', 'The body is not JSON.');
  }
}

const JSON_TYPE = 'application/json';
const HEADERS = {
  // The editor writes its styles into the page.
  'Content-Security-Policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-src http://127.0.0.1:*; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

function send(response: ServerResponse, type: string, content: string | Buffer): void {
  response.writeHead(200, { ...HEADERS, 'Content-Type': type }).end(content);
}

function refuse(response: ServerResponse, { code, message }: OperatingError): void {
  response
    .writeHead(STATUS_OF[code] ?? 400, { ...HEADERS, 'Content-Type': JSON_TYPE, Connection: 'close' })
    .end(JSON.stringify({ error: code, message }));
}
