// Observes a device of the simulation: its requests, the keys that it taps for a golf simulator, and its state. Reports
// them to the checks and the trace.

import type { Clock } from '../../hal/clock/clock.ts';
import type { HttpLink } from '../../hal/http/http-virtual.ts';
import type { Http } from '../../hal/http/http.ts';
import { readAnswer, type RelayAnswer } from '../../wire/relay/answers.ts';
import type { AssembledDevice } from '../device/assemble-device.ts';
import { bodyFrom, routeFrom, type Checks, type SentRequest } from './observations.ts';
import { ORIGIN } from './sim-relay.ts';
import type { Trace } from './trace.ts';

interface Observer {
  readonly clock: Clock;
  readonly checks: Required<Checks>;
  readonly trace: Trace;
  readonly device: string;
  readonly name: string;
  readonly boot: number;
  readonly isCut: () => boolean;
}

/** Wraps the device's link to observe every request and response. */
export function observedHttp(link: HttpLink, { clock, checks, trace, device, name, boot, isCut }: Observer): Http {
  return {
    get: (request, done) => (isCut() ? () => {} : link.get(request, done)),
    post(request, done) {
      if (isCut()) return () => {};
      if (!request.url.startsWith(ORIGIN)) return link.post(request, done);
      const route = routeFrom(new URL(request.url).pathname);
      const body = bodyFrom(request.body);
      const sent: SentRequest = { device, boot, route, body, at_ms: clock.now_ms() };
      trace.event(name, `sends ${route} ${JSON.stringify(body)}`);
      checks.sent(sent);
      let over = false;
      const end = (how: 'answered' | 'failed' | 'cancelled', answer: RelayAnswer | null = null): void => {
        if (over) return;
        over = true;
        checks.finished(sent, how, clock.now_ms(), answer);
      };
      const cancel = link.post(request, (result) => {
        const text = result.ok ? `${result.value.status} ${result.value.text}` : result.error.message;
        trace.event(name, `has ${route} ${text}`);
        const good = result.ok && result.value.status === 200;
        const read = good ? readAnswer(result.value.text) : null;
        end(good ? 'answered' : 'failed', read?.ok ? read.value : null);
        done(result);
      });
      return () => {
        end('cancelled');
        cancel();
      };
    },
  };
}

/**
 * Reports each state change and tapped key of the device. Ignores everything between a power cut and the end of its
 * process.
 */
export function watchDevice(assembled: AssembledDevice, observer: Observer): void {
  const { clock, checks, trace, device: id, name, isCut } = observer;
  const lines = (): readonly string[] => assembled.screen.picture().lines;
  const reports = [
    reportDevice(assembled, observer),
    reportRoll(assembled, observer),
    reportSimulator(assembled, observer),
  ];
  assembled.device.onChange(() => {
    if (isCut()) return;
    for (const report of reports) report();
    checks.screenChanged(id, lines);
  });
  assembled.keyboard?.onTap(({ name: key }) => {
    trace.event(name, `taps ${key}`);
    if (!isCut()) checks.tapped(id, key ?? '', clock.now_ms());
  });
}

function reportDevice({ device }: AssembledDevice, { checks, trace, device: id, name, boot }: Observer): () => void {
  let [session, round]: unknown[] = [null, null];
  let states: Readonly<Record<string, unknown>> = {};
  return () => {
    const now = device.states();
    if (!areSame(now, states)) trace.event(name, `is ${JSON.stringify(now)}`);
    states = now;
    const observation = { device: id, boot, session: device.session(), round: device.course()?.round ?? null };
    if (observation.session === session && observation.round === round) return;
    [session, round] = [observation.session, observation.round];
    checks.deviceChanged(observation);
  };
}

function reportRoll({ device }: AssembledDevice, { checks, device: id }: Observer): () => void {
  let struck: number | null = null;
  return () => {
    const { kind, round: view } = device.play();
    if (!view?.roll || view.roll.at_ms === struck || !view.round.shot) return;
    const { roll, round, persisted } = view;
    struck = roll.at_ms;
    const { stimp, x_factor } = persisted.settings;
    checks.rolled({ device: id, round, roll, scores: kind === 'round', green: [stimp, x_factor] });
  };
}

/** True if both have the same machines in the same order and states. */
function areSame(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  const [machines, others] = [Object.keys(a), Object.keys(b)];
  return machines.length === others.length && machines.every((each, at) => each === others[at] && a[each] === b[each]);
}

function reportSimulator({ device }: AssembledDevice, { checks, device: id, clock }: Observer): () => void {
  let [integration, last]: unknown[] = [null, null];
  return () => {
    const view = device.simulator();
    if (view.transport === integration && view.link.last === last) return;
    [integration, last] = [view.transport, view.link.last];
    checks.simulatorChanged({ device: id, integration: view.transport, last: view.link.last, at_ms: clock.now_ms() });
  };
}
