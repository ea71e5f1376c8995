// Rules for every device as a client of the relay (R53, R60, R61, R83, R96, R97, R99, C13).

import type { Experience } from '../../../wire/relay/shapes.ts';
import type { Round } from '../../../wire/relay/round.ts';
import { EMPTY_EXPERIENCE } from '../../../wire/relay/state.ts';
import { checkRule } from '../broken-rule.ts';
import type { Checks, DeviceObservation, SentRequest } from '../observations.ts';
import { DOCUMENT } from './document.ts';

const EPSILON_MS = 2;
/** Rounding error of added fractions. */
const FLOAT_ERROR_MS = 0.001;

interface Client {
  boot: number;
  out: SentRequest | null;
  failures: number;
  /** True after the device stopped hosting; hosting again resets the back-off. */
  stopped: boolean;
  /** Session and boot that its `rid`s belong to; a new one resets the back-off. */
  session: string;
  failed_ms: number;
  exp: Experience;
  readonly bodies: Map<string, string>;
  observation: DeviceObservation | null;
}

const isHeld = ({ route, body }: SentRequest): boolean => route === 'poll' || body['action'] === 'heartbeat';

export function clientRules(): Checks {
  const clients = new Map<string, Client>();
  const clientOf = (device: string): Client => {
    const known = clients.get(device);
    if (known) return known;
    const fresh: Client = {
      boot: 0,
      out: null,
      failures: 0,
      stopped: false,
      session: '',
      failed_ms: 0,
      exp: EMPTY_EXPERIENCE,
      bodies: new Map(),
      observation: null,
    };
    clients.set(device, fresh);
    return fresh;
  };

  return {
    booted(device) {
      Object.assign(clientOf(device), { out: null, failures: 0, observation: null });
    },
    deviceChanged(observation) {
      const client = clientOf(observation.device);
      // A device that hosts or joins again resets its back-off.
      if (client.observation?.session.role !== observation.session.role) client.failures = 0;
      client.observation = observation;
    },
    sent(request) {
      const client = clientOf(request.device);
      const { body, route, at_ms } = request;
      const session = sessionOf(request);
      if (session !== null && session !== client.session) Object.assign(client, { session, failures: 0 });
      if (body['action'] === 'start' && client.stopped) client.failures = 0;
      if (route === 'host') client.stopped = body['action'] === 'stop';
      checkRule(
        route === 'poll' ? 'R53' : 'R99',
        client.out === null,
        () => `${route} is sent while ${client.out?.route} is in flight`,
      );
      const pause_ms = client.failures < DOCUMENT.retry_failures ? DOCUMENT.retry_ms : DOCUMENT.retry_long_ms;
      const waits = client.failures > 0 && body['action'] !== 'leave' && body['action'] !== 'stop';
      if (waits && body['action'] !== 'join')
        checkRule(
          'R96',
          at_ms - client.failed_ms >= pause_ms - EPSILON_MS,
          () => `${request.device}: ${route} again after ${at_ms - client.failed_ms} ms, ${client.failures} failures`,
        );
      checkRid(client, request);
      checkGen(client, request);
      if (route === 'input') checkPutt(client, request);
      client.out = request;
    },
    finished(request, how, at_ms) {
      const client = clientOf(request.device);
      if (client.out === request) client.out = null;
      const took_ms = at_ms - request.at_ms;
      const most_ms = isHeld(request) ? DOCUMENT.held_timeout_ms : DOCUMENT.control_timeout_ms;
      checkRule(isHeld(request) ? 'R97' : 'R96', took_ms <= most_ms + EPSILON_MS, () => `waited ${took_ms} ms`);
      if (how === 'answered') client.failures = 0;
      const timed_out = how === 'cancelled' && took_ms >= most_ms - FLOAT_ERROR_MS;
      if (how !== 'failed' && !timed_out) return;
      client.failures++;
      client.failed_ms = at_ms;
    },
  };
}

const sessionOf = ({ body }: SentRequest): string | null =>
  typeof body['rid'] === 'string' ? body['rid'].split('-', 2).join('-') : null;

/** C13: a repeated request has the same body, and no other request has its `rid`. */
function checkRid({ bodies }: Client, { route, body }: SentRequest): void {
  const rid = body['rid'];
  const wanted = route === 'input' || body['action'] === 'regenerate';
  checkRule('C13', wanted === (typeof rid === 'string'), () => `a ${route} ${wanted ? 'without' : 'with a'} rid`);
  if (typeof rid !== 'string') return;
  const text = JSON.stringify(body);
  const key = `${route} ${rid}`;
  checkRule('C13', (bodies.get(key) ?? text) === text, () => `the rid ${rid} has two bodies`);
  bodies.set(key, text);
}

/** R60, R61: a new mode needs a new gen, and gen never decreases, even across reboots. */
function checkGen(client: Client, { body }: SentRequest): void {
  const { exp } = body;
  if (!exp) return;
  checkRule('R61', exp.gen >= client.exp.gen, () => `gen went from ${client.exp.gen} to ${exp.gen}`);
  const chosen = exp.gen > client.exp.gen || exp.mode === client.exp.mode;
  checkRule('R60', chosen, () => `mode ${client.exp.mode} became ${exp.mode} in the same gen ${exp.gen}`);
  client.exp = exp;
}

/** R83: checks the putt against the round that the device had adopted at the first attempt. */
function checkPutt({ observation, bodies }: Client, { body }: SentRequest): void {
  const { putt } = body;
  if (!putt || !observation || bodies.has(`checked ${String(body['rid'])}`)) return;
  bodies.set(`checked ${String(body['rid'])}`, '');
  if (putt.p === undefined) {
    checkRule('R83', observation.session.sim !== 'none', () => 'a putt for a simulator, but the host has none');
    return;
  }
  const round: Round | null = observation.round;
  const ours = round !== null && round.ro[round.turn]?.d === observation.session.label;
  checkRule('R83', ours && round.turn === putt.p, () => `seat ${putt.p} putts on turn of seat ${round?.turn}`);
}
