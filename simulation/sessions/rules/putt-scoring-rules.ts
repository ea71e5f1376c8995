// R149: a putt that the relay accepted for the round in play is scored by its host or refused with a message, unless the turn has
// passed, within 10 s of its delivery. It holds whatever page the host shows and over restarts of host and relay.

import type { RelayAnswer } from '../../../wire/relay/answers.ts';
import type { RelayPutt } from '../../../wire/relay/shapes.ts';
import type { Round } from '../../../wire/relay/round.ts';
import { checkRule } from '../broken-rule.ts';
import type { Answered, Checks } from '../observations.ts';
import { DOCUMENT } from './document.ts';
import { createAcknowledged, createLostTail } from './lost-tail.ts';
import { hostOf, type CodeOwners } from './session-rules.ts';

interface OpenPutt {
  readonly host: string;
  readonly guest: string;
  readonly seq: number;
  readonly putt: RelayPutt;
  /** Round at the time when the relay accepted the putt. */
  readonly round: Round;
  readonly gen: number;
  readonly accepted_ms: number;
  /** Time when the host received it; null while in transit. */
  received_ms: number | null;
}

const SCORED_MS = 10_000;
/** C24: Stroke play, Match play, Skins. */
const COURSE_MODES: readonly number[] = [11, 12, 13];
/** Note that refuses a guest's putt; excludes notes about strikes on the device itself. */
const REFUSAL = /^Note: (?!.*\bthis strike\b).*(\bnot (count|counted|scored|sent)\b|nothing was sent|given up)/i;

/** Tracks putts that are neither scored nor refused yet. */
function createOpenPutts() {
  let open: readonly OpenPutt[] = [];
  const drop = (which: (putt: OpenPutt) => boolean): void => {
    if (open.length > 0) open = open.filter((putt) => !which(putt));
  };
  return {
    all: () => open,
    add: (putt: OpenPutt) => void (open = [...open, putt]),
    drop,
    dropHost: (device: string) => drop(({ host }) => host === device),
    checkDue(at_ms: number) {
      for (const putt of open) checkScored(putt, at_ms);
    },
  };
}

export function puttScoringRules(owners: CodeOwners): Checks {
  const { all, add, drop, dropHost, checkDue } = createOpenPutts();
  /** Inputs seen before: a repeated answer accepts nothing new (C13). */
  const acknowledged = createAcknowledged();
  const tail = createLostTail();
  /**
   * Hosts that have not polled since a fail-over: their cursor may be past the newest input, so they miss inputs that
   * arrive now (C14, C122).
   */
  const unaware = new Set<string>();
  /** Gen that each host chose last; it may still be in transit to the relay. */
  const chosen_gen = new Map<string, number>();
  const accept = (answered: Answered, at_ms: number): void => {
    const { answer } = answered;
    const host = hostOf(owners, answered);
    if (answer?.status !== 'ok' || answer.seq <= acknowledged.newest(host)) return;
    acknowledged.note(host, answer.seq, at_ms);
    if (unaware.has(host)) return;
    const putt = openPutt(answered, answer, host, at_ms);
    if (putt && putt.gen >= (chosen_gen.get(host) ?? 0)) add(putt);
  };

  return {
    answered(answered, at_ms) {
      checkDue(at_ms);
      if (tail.isAboutLost(answered)) return;
      if (answered.route === 'poll') unaware.delete(answered.device);
      if (answered.route === 'input') accept(answered, at_ms);
    },
    tailLost(from_ms, at_ms) {
      tail.note(at_ms);
      acknowledged.loseAfter(from_ms);
      drop(({ accepted_ms }) => accepted_ms > from_ms);
      for (const host of owners.hosts()) unaware.add(host);
    },
    sent({ device, body, at_ms }) {
      checkDue(at_ms);
      if (body.exp) chosen_gen.set(device, body.exp.gen);
      const gen = chosen_gen.get(device) ?? 0;
      drop((putt) => putt.host === device && gen > putt.gen);
      const { round } = body;
      if (round) drop((putt) => putt.host === device && hasGoneOn(putt, round));
    },
    /** A session without its guests drops their inputs too (C18, C28), and a device that left no longer plays. */
    taken({ device, body }) {
      const dropped = body['action'] === 'regenerate' && body['keep_guests'] === false;
      if (dropped || body['action'] === 'stop') dropHost(device);
      if (body['action'] === 'leave') drop(({ guest }) => guest === device);
    },
    finished({ device, route }, _how, at_ms, answer) {
      if (route !== 'poll') return;
      for (const { seq } of answer?.items ?? [])
        for (const putt of all()) if (putt.host === device && putt.seq === seq) putt.received_ms ??= at_ms;
    },
    deviceChanged({ device, session, round }) {
      // A booting device has no role until it has read its records.
      if (session.ready === 'unenrolled') return;
      if (session.role !== 'host') dropHost(device);
      else if (round) drop((putt) => putt.host === device && hasGoneOn(putt, round));
    },
    screenChanged(device, lines) {
      const theirs = all().filter(({ host, guest }) => host === device || guest === device);
      if (theirs.length > 0 && lines().some((line) => REFUSAL.test(line))) drop((putt) => theirs.includes(putt));
    },
    /** The relay delivers inputs again that the host had not stored (C15). */
    poweredOff(device, at_ms) {
      checkDue(at_ms);
      for (const putt of all()) if (putt.host === device) putt.received_ms = null;
    },
    settled(at_ms) {
      const isDue = ({ accepted_ms, received_ms }: OpenPutt): boolean =>
        received_ms !== null || at_ms - accepted_ms < DOCUMENT.input_lifetime_ms;
      for (const putt of all()) checkRule('R149', !isDue(putt), () => `${describe(putt)} was never scored`);
    },
  };
}

/** Returns an accepted input as an open putt; null unless it is a putt for the seat on turn of a round in play. */
function openPutt(
  { device, body }: Answered,
  { seq, state }: RelayAnswer,
  host: string,
  at_ms: number,
): OpenPutt | null {
  const { putt } = body;
  if (!putt || !state?.round || !isOnTurn(putt, state.round)) return null;
  const { round, exp } = state;
  // The host has already chosen another experience that the guest did not know of.
  if (!COURSE_MODES.includes(exp.mode)) return null;
  return { host, guest: device, seq, putt, round, gen: exp.gen, accepted_ms: at_ms, received_ms: null };
}

function checkScored(putt: OpenPutt, at_ms: number): void {
  if (putt.received_ms === null) return;
  const since_ms = at_ms - putt.received_ms;
  checkRule(
    'R149',
    since_ms <= SCORED_MS,
    () => `${describe(putt)} is not scored ${since_ms} ms after the host received it`,
  );
}

const describe = ({ guest, seq, putt, round }: OpenPutt): string =>
  `input ${seq}, a putt of ${guest} for seat ${putt.p} on hole ${putt.hole} of round ${round.id}`;

const isOnTurn = ({ p, hole }: RelayPutt, { ph, turn, hole: now, td }: Round): boolean =>
  ph === 'play' && turn === p && now === hole && td[turn] === 0;

/** True if the seat has putted, another seat is on turn, or the round differs. */
const hasGoneOn = ({ putt, round: before }: OpenPutt, round: Round): boolean =>
  round.id !== before.id ||
  !isOnTurn(putt, round) ||
  round.ro[round.turn]?.d !== before.ro[before.turn]?.d ||
  (round.shot?.seq ?? 0) > (before.shot?.seq ?? 0);
