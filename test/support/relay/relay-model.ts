// Rules of the relay spec over the data of a model. Where the spec leaves something open (the order of guests, for
// example), the model follows docs/choices.md or the relay itself.

import { assertDefined } from '../../../wire/errors.ts';
import * as v from 'valibot';
import {
  codeOf,
  NO_EXPERIENCE,
  NOTHING,
  INVALID,
  isOnline,
  sessionOf,
  fits,
  type Ask,
  type Expected,
  type Answer,
  type Guest,
  type Session,
  type Hold,
  type Model,
} from './relay-model-state.ts';
import { itemAt } from '../items.ts';
import { fieldsOf, listOf, readAs } from '../read-json.ts';

const eventShape = v.strictObject({ seq: v.number(), kind: v.string(), name: v.string(), steps: v.number() });

const sessionAt = (model: Model, host: number): Session =>
  assertDefined(model.sessions.get(host), `session of ${host}`);

/** Applies a request; `settle` determines the held answers. */
export function take(model: Model, id: number, ask: Ask): void {
  const { who, route, body } = ask;
  const owner = route === 'host' ? who : model.given.get(String(body['code']));
  const key = `${owner} ${who} ${route} ${String(body['rid'])}`;
  const written = JSON.stringify(body);
  const before = model.rids.get(key);
  if (before && model.now_ms - before.at_ms < 600_000) {
    const answer = before.body === written ? before.answer : { fields: { http_status: 400 }, of: null };
    const session = route === 'input' && answer === before.answer ? sessionOf(model, body['code']) : undefined;
    const guest = session?.guests.get(who);
    if (session && guest) meet(model, session, who, guest);
    model.answers.push({ id, ...answer });
    return;
  }
  const taken = { host: takeHost, poll: takePoll, join: takeJoin, input: takeInput }[route](model, id, ask);
  if (!taken) return;
  if ('rid' in body && owner !== undefined) model.rids.set(key, { body: written, at_ms: model.now_ms, answer: taken });
  model.answers.push({ id, ...taken });
}

function takeHost(model: Model, _id: number, { who, body }: Ask): Answer {
  const { action } = body;
  const found = model.sessions.get(who);
  if (action === 'stop') {
    if (found) Object.assign(found, { active: false, round: null, replay: false, guests: new Map(), queue: [] });
    return { fields: { status: 'ok', ...(found ? { code: codeOf(found) } : {}) }, of: null };
  }
  if ((action === 'experience' || action === 'round') && !found?.active) return INVALID;
  const session = found ?? newSession(model, who);
  if (action === 'round') session.round = body['round'];
  if (body['keep_guests'] === false) Object.assign(session, { guests: new Map(), queue: [] });
  if (body['exp']) session.exp = fieldsOf(body['exp']);
  if (body['name'] !== undefined) session.name = readAs(v.string(), body['name']);
  if (action === 'start') session.active = true;
  if (action === 'regenerate') moveOn(model, session, body['keep_guests'] !== false);
  return { fields: { status: 'ok', code: codeOf(session), next_seq: session.next_seq }, of: who };
}

function newSession(model: Model, host: number): Session {
  const session: Session = {
    host,
    generation: 0,
    active: false,
    name: '',
    players: [],
    exp: NO_EXPERIENCE,
    round: null,
    ev: NOTHING,
    reported: '',
    replay: false,
    guests: new Map(),
    next_seq: 1,
    polled_ms: null,
    stored_ms: null,
    queue: [],
  };
  model.sessions.set(host, session);
  model.codes.set(codeOf(session), { host, retired_ms: null });
  model.given.set(codeOf(session), host);
  return session;
}

/** R9, R10, R13: renews the code. */
function moveOn(model: Model, session: Session, keep: boolean): void {
  for (const [guest, { listed }] of session.guests) if (!listed) session.guests.delete(guest);
  for (const [code, { host, retired_ms }] of model.codes)
    if (host === session.host && !keep) model.codes.delete(code);
    else if (host === session.host) model.codes.set(code, { host, retired_ms: retired_ms ?? model.now_ms });
  session.generation++;
  model.codes.set(codeOf(session), { host: session.host, retired_ms: null });
  model.given.set(codeOf(session), session.host);
}

function takePoll(model: Model, id: number, ask: Ask): Answer | null {
  const { who, body } = ask;
  const session = sessionOf(model, body['code']);
  if (session && session.host !== who) return { fields: { status: 'forbidden', items: [] }, of: 'empty' };
  if (!session?.active) return { ...INVALID, fields: { status: 'invalid', items: [] } };
  const wanted = listOf(body['players'] ?? session.players);
  const guests = [...session.guests.values()].filter(({ listed }) => listed);
  if (guests.reduce((sum, { players }) => sum + players.length, wanted.length) <= 4) session.players = wanted;
  const ev = readAs(v.optional(eventShape), body['ev']);
  if (ev && session.reported !== `${ev.kind} ${ev.seq}`) {
    session.ev = { ...ev, seq: session.ev.seq + 1 };
    session.reported = `${ev.kind} ${ev.seq}`;
  }
  if (body['name'] !== undefined) session.name = readAs(v.string(), body['name']);
  session.replay = body['replay'] === true;
  session.polled_ms = model.now_ms;
  session.stored_ms = storedAt(session.stored_ms, model.now_ms);
  hold(model, id, ask, session.host, 'ok');
  return null;
}

function hold(model: Model, id: number, ask: Ask, host: number, arrived: Hold['arrived']): void {
  const until_ms = model.now_ms + Math.min(20_000, Number(ask.body['wait_ms'] ?? 0));
  const joined = model.sessions.get(host)?.guests.has(ask.who) ?? false;
  model.held.push({ id, ask, host, until_ms, arrived, joined, fresh: true });
}

const joinFields = (session: Session, model: Model, status: string): Answer => ({
  fields: {
    status,
    code: codeOf(session),
    host_label: model.labels[session.host],
    host_name: session.name,
    host_stopped: status === 'offline' ? !session.active : undefined,
  },
  of: session.host,
});

function takeJoin(model: Model, id: number, ask: Ask): Answer | null {
  const { who, body } = ask;
  const session = sessionOf(model, body['code']);
  if (body['action'] === 'leave') {
    session?.guests.delete(who);
    return { fields: { status: session ? 'ok' : 'invalid' }, of: null };
  }
  if (!session || session.host === who) return INVALID;
  const status = arrive(model, session, ask);
  if (body['action'] === 'join' || !session.active) return joinFields(session, model, status);
  hold(model, id, ask, session.host, status);
  return null;
}

/** C19, C29, R20, R23: applies a join or heartbeat of a guest. */
function arrive(model: Model, session: Session, { who, body }: Ask): Hold['arrived'] {
  const before = session.guests.get(who);
  const kept = body['action'] === 'join' ? undefined : before?.fol;
  const fol = (body['fol'] ?? kept ?? true) === true;
  const wanted = listOf(body['players'] ?? before?.players ?? []);
  const taken = fits(session, who, wanted);
  if (body['action'] === 'join' || !before) {
    if (!isOnline(model, session)) return 'offline';
    if (!taken) return 'full';
  }
  const players = taken ? wanted : (before?.players ?? []);
  const stored_ms = storedAt(before?.stored_ms ?? null, model.now_ms);
  session.guests.set(who, { players, fol, seen_ms: model.now_ms, stored_ms, listed: fits(session, who, players) });
  return taken ? 'ok' : 'full';
}

/** R23, R25: records a contact of a guest. */
function meet(model: Model, session: Session, who: number, guest: Guest): void {
  const stored_ms = storedAt(guest.stored_ms, model.now_ms);
  Object.assign(guest, { seen_ms: model.now_ms, stored_ms, listed: fits(session, who, guest.players) });
}

function takeInput(model: Model, _id: number, { who, body }: Ask): Answer {
  const session = sessionOf(model, body['code']);
  if (!session) return INVALID;
  const code = body['code'] === codeOf(session) ? {} : { code: codeOf(session) };
  if (!session.active) return { fields: { status: 'offline', host_stopped: true, ...code }, of: session.host };
  const guest = session.guests.get(who);
  if (!guest) return INVALID;
  meet(model, session, who, guest);
  if (!isOnline(model, session))
    return { fields: { status: 'offline', host_stopped: false, ...code }, of: session.host };
  const refused = !guest.listed ? 'full' : session.replay ? 'busy' : null;
  if (refused) return { fields: { status: refused, ...code }, of: session.host };
  const seq = session.next_seq++;
  const [kind, steps] = [String(body['kind']), Number(body['steps'] ?? 0)];
  const name = itemAt(model.labels, who);
  const payload = Object.fromEntries(['steps', 'club', 'putt'].filter((key) => key in body).map((k) => [k, body[k]]));
  session.queue.push({ seq, at_ms: model.now_ms, item: { seq, kind, name, ...payload } });
  const sent_name = v.parse(v.optional(v.string(), ''), body['name']);
  session.ev = { seq: session.ev.seq + 1, kind, name: sent_name === '' ? name : sent_name, steps };
  return { fields: { status: 'ok', seq, ...code }, of: session.host };
}

/** Settles the requests of a batch and returns the answers that are due. */
export function settle(model: Model): Expected[] {
  for (const { guests } of model.sessions.values())
    for (const guest of guests.values()) if (model.now_ms - guest.seen_ms > 40_000) guest.listed = false;
  const late = takenOut(model);
  for (const one of model.held) if (one.fresh) fall(model, one);
  for (const one of model.held)
    if (ends(model, one) && !joinsLate(model, one)) model.answers.push({ id: one.id, ...ended(model, one) });
  model.held = model.held.filter(({ id }) => !model.answers.some((answer) => answer.id === id));
  const expected = model.answers.map(({ id, fields, of }) => ({
    id,
    fields,
    state: of === null ? null : stateOf(model, of === 'empty' ? undefined : model.sessions.get(of)),
  }));
  model.answers = [];
  if (late.length === 0) return expected;
  for (const { id, ask } of late) takeJoin(model, id, ask);
  return [...expected, ...settle(model)];
}

/** C29: removes late joiners from the held requests; they are processed again after all answers. */
function takenOut(model: Model): Hold[] {
  const late = model.held.filter((one) => joinsLate(model, one));
  model.held = model.held.filter((one) => !late.includes(one));
  return late;
}

/** C29: returns whether a heartbeat held for a silent host joins because the host is back. */
function joinsLate(model: Model, { arrived, ask }: Hold): boolean {
  const session = sessionOf(model, ask.body['code']);
  return arrived === 'offline' && session !== undefined && isOnline(model, session);
}

/** C17: ends older requests of the same device and route, even if the newer request is answered immediately. */
function fall(model: Model, newest: Hold): void {
  newest.fresh = false;
  const { who, route } = newest.ask;
  const older = model.held.filter(({ id, ask }) => ask.who === who && ask.route === route && id < newest.id);
  for (const one of older) model.answers.push({ id: one.id, ...ended(model, one) });
  model.held = model.held.filter((one) => !older.includes(one));
}

function ends(model: Model, one: Hold): boolean {
  const session = sessionAt(model, one.host);
  const { body } = one.ask;
  if (model.now_ms >= one.until_ms || !session.active || body['code'] !== codeOf(session)) return true;
  if (one.ask.route === 'poll' ? itemsFor(model, one).length > 0 : statusOf(model, one) === 'invalid') return true;
  return body['st'] !== tagged(stateOf(model, session));
}

function statusOf(model: Model, { ask, host, arrived, joined }: Hold): string {
  const session = sessionAt(model, host);
  if (ask.route === 'poll') return session.active ? 'ok' : 'invalid';
  if (sessionOf(model, ask.body['code']) !== session) return 'invalid';
  if (!session.active) return 'offline';
  if (joined && !session.guests.has(ask.who) && ask.body['code'] === codeOf(session)) return 'invalid';
  return isOnline(model, session) ? arrived : 'offline';
}

function ended(model: Model, one: Hold): Answer {
  const session = sessionAt(model, one.host);
  const status = statusOf(model, one);
  if (status === 'invalid') return INVALID;
  if (one.ask.route === 'join') return joinFields(session, model, status);
  const code = one.ask.body['code'] === codeOf(session) ? {} : { code: codeOf(session) };
  return { fields: { status, items: itemsFor(model, one), next_seq: session.next_seq, ...code }, of: session.host };
}

/** R30, R34, C3: returns the items of a poll. */
function itemsFor(model: Model, { host, ask }: Hold): Readonly<Record<string, unknown>>[] {
  const valid = sessionAt(model, host).queue.filter(
    ({ seq, at_ms }) => seq > Number(ask.body['since']) && model.now_ms - at_ms < 120_000,
  );
  const aged = valid.map(({ at_ms, item }) => (item['kind'] === 'putt' ? { ...item, ms: model.now_ms - at_ms } : item));
  return aged.slice(0, 25);
}

/** C26: state block of an answer without a session. */
const EMPTY_STATE = {
  players: [],
  ev: NOTHING,
  replay: false,
  replay_by: '',
  host_online: false,
  exp: NO_EXPERIENCE,
  round: null,
  sim: 'none',
};

/** Returns the state block without its tag. */
function stateOf(model: Model, session: Session | undefined): Readonly<Record<string, unknown>> {
  if (!session) return EMPTY_STATE;
  const { host, guests, ev, replay, exp, round } = session;
  const listed = [...guests].filter(([, guest]) => guest.listed);
  const roster = listed.map(([who, { fol, players }]) => ({ name: model.labels[who], host: false, fol, players }));
  const players = [{ name: model.labels[host], host: true, players: session.players }, ...roster];
  const sim = exp['mode'] === 2 ? 'simdirect' : exp['mode'] === 4 ? 'simport' : 'none';
  const replay_by = replay ? model.labels[host] : '';
  return { players, ev, replay, replay_by, host_online: isOnline(model, session), exp, round, sim };
}

/** Returns the text that a state's tag represents (relay §2.9). */
export const tagged = ({ players, ev, replay, host_online, exp, round }: Readonly<Record<string, unknown>>): string =>
  JSON.stringify([players, fieldsOf(ev)['seq'], replay, host_online, exp, round]);

/** Returns the `st` of a device that has seen the newest state of a host's session. */
export const newestTag = (model: Model, host: number): string => tagged(stateOf(model, model.sessions.get(host)));

/** Advances the time and returns the answers that became due, in order. */
export function pass(model: Model, ms: number): Expected[] {
  const until_ms = model.now_ms + ms;
  const answered: Expected[] = [];
  for (;;) {
    const next = Math.min(...moments(model).filter((at_ms) => at_ms > model.now_ms));
    model.now_ms = Math.min(next, until_ms);
    answered.push(...settle(model));
    if (next >= until_ms) return answered;
  }
}

/** Returns the times at which the state may change without a request: R6, R22, R45. */
function moments({ held, sessions }: Model): number[] {
  const of = ({ guests, polled_ms }: Session): number[] => [
    ...[...guests.values()].map(({ seen_ms }) => seen_ms + 40_001),
    (polled_ms ?? -Infinity) + 45_000,
  ];
  return [...held.map(({ until_ms }) => until_ms), ...[...sessions.values()].flatMap(of)];
}

/** C14: returns the stored time of a contact; it is stored at most once a second. */
const storedAt = (stored_ms: number | null, now_ms: number): number =>
  stored_ms !== null && now_ms - stored_ms < 1000 ? stored_ms : now_ms;

/** C14: restarts the relay: held requests are lost, and contacts have their stored times. */
export function restart(model: Model): void {
  model.held = [];
  for (const session of model.sessions.values()) {
    session.polled_ms = session.stored_ms;
    for (const guest of session.guests.values()) guest.seen_ms = guest.stored_ms ?? guest.seen_ms;
  }
}
