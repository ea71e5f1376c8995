// Server of the front panel: the page, its WebSocket and the HTTP API, behind one check of Host, Origin and token.

import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';
import { createSystemClock } from '../../hal/clock/clock-system.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import type { Log } from '../../hal/log/log.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { listenProblem, originOf, portOf } from '../../wire/listening.ts';
import { checkAccess, checkHost, hostsOf, type Access } from './access.ts';
import { STREAMS_MAX } from './api/events.ts';
import { createJournal } from './api/journal.ts';
import { createSemaphore } from './api/semaphore.ts';
import { ADVANCES_MAX } from './api/time-routes.ts';
import { WAITS_MAX } from './api/wait.ts';
import { addApi, UPLOADS_MAX } from './api.ts';
import { allowFrame, createApp, guard, HEADERS, policyOf, refuseOnSocket } from './guard.ts';
import { watchInputs, type InputSource } from './input-source.ts';
import { addOwnNetwork } from './own-network.ts';
import { createBreakpoints } from './breakpoints/breakpoints.ts';
import type { PacedTime } from './paced-time.ts';
import { PAGE_PATHS, createPageFiles } from './page-files.ts';
import type { ServerMessage } from './page/connection/protocol.ts';
import type { SetUpState } from './page/set-up/state.ts';
import type { PanelCharts, PanelDevice, PanelRecording } from './panel-device.ts';
import { SOCKETS_MAX, socketOver, watchSockets } from './sockets.ts';
import { viewDevice } from './viewer.ts';

export interface PanelServer {
  /** Address of the page, with the token. */
  readonly url: string;
  /** For example `http://127.0.0.1:8321`. */
  readonly origin: string;
  readonly port: number;
  /** Changes with `renew`. */
  readonly token: string;
  /** Replaces the token and disconnects all pages; first sends it to the page that asked for it. Returns it. */
  renew(): string;
  /** Returns the number of pages connected to a device. */
  viewers(): number;
  /**
   * Returns a single-use address of the page without the token, for places that other users may read, such as
   * command-line arguments.
   */
  urlOnce(): string;
  /** Resolves when a page first draws a device, or connects while it is hidden. */
  viewed(): Promise<void>;
  close(): Promise<void>;
}

interface PanelOptions {
  readonly devices: readonly PanelDevice[];
  readonly host: string;
  /** Port to listen on; 0 picks a free one. */
  readonly port: number;
  /** 1 to 200 letters, digits, hyphens and underscores. Default: a random token for this run. */
  readonly token?: string;
  readonly log: Log;
  /** Default: no recording. */
  readonly recording?: PanelRecording;
  /** Default: no charts. */
  readonly charts?: PanelCharts;
  /** Address of the site for extension authors. Default: none. */
  readonly author_site?: string;
  /** Clock of the callers, which may differ from the devices' clock. Default: the machine's. */
  readonly wall?: Clock;
  /** Default: the pace is fixed. */
  readonly time?: PacedTime;
  /** Returns the address of this machine in a network of its own, whose members need no token. Default: none. */
  readonly ownAddress?: () => string | null;
  /** Origin of the page that may show this one in a frame. Default: none may. */
  readonly framed_by?: string;
}

/** 144 bits. */
const newToken = (): string => randomBytes(18).toString('base64url');

/** The form of the first start polls instead of holding a socket; it counts as a viewer for this time. */
const [FORM_PATH, FORM_MS] = ['/api/devices/0/set-up', 10_000];

/** Returns whether a phone has the form open. */
function watchForm(app: FastifyInstance): () => boolean {
  let polled_ms = -Infinity;
  app.addHook('onRequest', async ({ url }) => {
    if (url.startsWith(FORM_PATH)) polled_ms = performance.now();
  });
  return () => performance.now() - polled_ms < FORM_MS;
}

/** Reads the host names at each request: the machine may join another network while the panel runs. */
const accessOf = (secret: { readonly token: string }, host: string): Access => ({
  get token() {
    return secret.token;
  },
  get hosts() {
    return hostsOf(host);
  },
});

export async function openPanel({ devices, host, port, log, ...options }: PanelOptions): Promise<Result<PanelServer>> {
  const secret = { token: options.token ?? newToken() };
  const access = accessOf(secret, host);
  const once = new Set<string>();
  const app = createApp(access);
  const viewed = Promise.withResolvers<void>();
  const { wall = createSystemClock(), time = null } = options;
  const inputs = watchInputs(devices, wall);
  // Keys that arrive in one packet are pressed in order, each after the device has handled the previous one.
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 4096, allowSynchronousEvents: false });
  addOnce(app, access, once);
  if (options.ownAddress)
    addOwnNetwork(app, {
      access,
      ownAddress: options.ownAddress,
      opensForm: () => needsNetwork(devices[0]?.device.setUp()),
    });
  guard(app, access, log);
  allowFrame(app, options.framed_by);
  addPage(app, () => secret.token);
  const isFormOpen = watchForm(app);
  const breakpoints = time && createBreakpoints(devices, time);
  addApi(app, {
    devices,
    wall,
    recording: options.recording ?? null,
    charts: options.charts ?? null,
    time,
    breakpoints,
    journals: new Map(devices.map((device) => [device, createJournal(device, wall)])),
    waits: createSemaphore(WAITS_MAX),
    streams: createSemaphore(STREAMS_MAX),
    advances: createSemaphore(ADVANCES_MAX),
    uploads: createSemaphore(UPLOADS_MAX),
  });
  const has_charts = options.charts !== undefined;
  const shown = { time, breakpoints, has_charts, author_site: options.author_site ?? null, seen: viewed.resolve };
  const stopWatching = watchSockets(sockets, wall);
  addSockets(app, sockets, { access, devices, shown, inputs });
  const bound = await listen(app, host, port);
  if (!bound.ok) return bound;
  const origin = originOf(host, bound.value);
  return ok({
    get url() {
      return `${origin}/?token=${secret.token}`;
    },
    origin,
    port: bound.value,
    get token() {
      return secret.token;
    },
    renew() {
      secret.token = newToken();
      endPages(sockets, inputs.asking(), secret.token);
      app.server.closeAllConnections();
      return secret.token;
    },
    viewers: () => sockets.clients.size + (isFormOpen() ? 1 : 0),
    urlOnce() {
      const ticket = newToken();
      once.add(ticket);
      return `${origin}/?once=${ticket}`;
    },
    viewed: () => viewed.promise,
    async close() {
      stopWatching();
      for (const socket of sockets.clients) socket.terminate();
      await app.close();
    },
  });
}

/** Whether the first start is not finished, or no known network is in range. */
const needsNetwork = (state: SetUpState | undefined): boolean => state !== undefined && (!state.done || state.away);

/** Disconnects all pages. The one that asked for the new token gets it: a phone may be the only screen of its device. */
function endPages(sockets: WebSocketServer, asking: WebSocket | null, token: string): void {
  const message: ServerMessage = { type: 'renewed', token };
  for (const socket of sockets.clients)
    if (socket === asking) socket.send(JSON.stringify(message), () => socket.terminate());
    else socket.terminate();
}

interface SocketsDeps {
  readonly inputs: InputSource;
  readonly access: Access;
  readonly devices: readonly PanelDevice[];
  readonly shown: Omit<Parameters<typeof viewDevice>[0], 'socket' | 'device' | 'index'>;
}

/** Accepts upgrades to the WebSocket of a device. */
function addSockets(
  app: FastifyInstance,
  sockets: WebSocketServer,
  { access, devices, shown, inputs }: SocketsDeps,
): void {
  const semaphore = createSemaphore(SOCKETS_MAX);
  app.server.on('upgrade', (request, socket, head) => {
    const [path, query] = (request.url ?? '').split('?');
    const passed = checkAccess(request, access);
    const index = Number(new URLSearchParams(query).get('device') ?? 0);
    const device = devices[index];
    if (!passed.ok) return refuseOnSocket(socket, passed.error);
    if (path !== '/ws' || !device) return refuseOnSocket(socket, { code: 'not_found', message: 'No such socket.' });
    const leave = semaphore.take();
    if (!leave)
      return refuseOnSocket(socket, {
        code: 'too_many',
        message: `${SOCKETS_MAX} pages are already open: close one first.`,
      });
    socket.once('close', leave);
    sockets.handleUpgrade(request, socket, head, (viewer) => {
      sockets.emit('connection', viewer, request);
      const page = socketOver(viewer);
      const onText: typeof page.onText = (listener) => page.onText((text) => inputs.from(viewer, () => listener(text)));
      viewDevice({ ...shown, socket: { ...page, onText }, device, index });
    });
  });
}

/** Starts the server. Returns its port. Errors: `port_unusable`. */
async function listen(app: FastifyInstance, host: string, port: number): Promise<Result<number>> {
  try {
    await app.listen({ host, port });
    return ok(portOf(app.server.address()));
  } catch (thrown) {
    return fail('port_unusable', listenProblem(thrown, host, port, 'The panel'));
  }
}

/** Redirects a caller with an unused ticket to the address with the token. */
function addOnce(app: FastifyInstance, access: Access, once: Set<string>): void {
  app.addHook('onRequest', async (request, reply) => {
    const [, ticket] = /^\/\?once=([\w-]+)$/.exec(request.url) ?? [];
    if (ticket === undefined || request.method !== 'GET' || !checkHost(request.raw, access).ok || !once.delete(ticket))
      return;
    return reply.headers(HEADERS).redirect(`/?token=${access.token}`, 303);
  });
}

/** Lets the form of the first start look for the device by its name, once it is on another network. */
const followingPolicy = (): string => `${policyOf("'none'")}; connect-src 'self' http://${hostname()}.local:*`;

function addPage(app: FastifyInstance, token: () => string): void {
  const pageFile = createPageFiles(token);
  for (const path of PAGE_PATHS)
    app.get(path, async (_request, reply) => {
      const file = await pageFile(path);
      if (path === '/set-up') void reply.header('Content-Security-Policy', followingPolicy());
      return reply.type(file.type).send(file.content);
    });
}
