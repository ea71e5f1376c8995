// Combines all rules that the simulation checks.

import { countChecks } from './broken-rule.ts';
import type { CheckedRule } from './checked-rules.ts';
import type { Checks } from './observations.ts';
import { clientRules } from './rules/client-rules.ts';
import {
  adoptedCodeRules,
  detachedRules,
  cursorRules,
  inputRules,
  leaveRules,
  wakeRules,
} from './rules/delivery-rules.ts';
import { adoptionRules, puttRules } from './rules/guest-rules.ts';
import { answerRules, queueRules, stateRules } from './rules/relay-rules.ts';
import { rollRules } from './rules/roll-rules.ts';
import { puttScoringRules } from './rules/putt-scoring-rules.ts';
import { roundRules } from './rules/round-rules.ts';
import { codeRules, presenceRules, sharedPresenceRules } from './rules/session-rules.ts';
import { simulatorRules } from './rules/simulator-rules.ts';

/**
 * Returns the checks of all rules. `fail` receives each broken rule's error, which never reaches the machines under
 * test.
 * @param lag_ms Time that relays sharing an engine may need for what a single relay does immediately; 0 for one relay.
 * @param counts Receives the number of checks per rule.
 */
export const allChecks = (
  fail: (thrown: unknown) => void,
  lag_ms = 0,
  counts = new Map<CheckedRule, number>(),
): Required<Checks> => combineChecks(allRules(lag_ms), fail, counts);

function allRules(lag_ms: number): readonly Checks[] {
  const codes = codeRules();
  const [adopted, putts] = [adoptionRules(lag_ms), puttRules()];
  const presence = lag_ms === 0 ? presenceRules(codes) : sharedPresenceRules(codes, lag_ms);
  const relay = [answerRules(lag_ms), codes, presence, stateRules(codes, lag_ms), queueRules(codes, lag_ms)];
  const delivery = [
    wakeRules(codes, lag_ms),
    inputRules(codes, lag_ms),
    cursorRules(),
    adoptedCodeRules(),
    leaveRules(codes, lag_ms),
    detachedRules(),
  ];
  const scoring = puttScoringRules(codes);
  return [
    ...relay,
    ...delivery,
    clientRules(),
    putts,
    roundRules([adopted, putts]),
    adopted,
    scoring,
    simulatorRules(),
    rollRules(),
  ];
}

/** Returns checks that do nothing. */
export const noChecks = (): Required<Checks> => combineChecks([], () => {}, new Map());

/** Combines several sets of checks. */
function combineChecks(
  all: readonly Checks[],
  fail: (thrown: unknown) => void,
  counts: Map<CheckedRule, number>,
): Required<Checks> {
  const each = (check: (checks: Checks) => void): void => {
    try {
      countChecks(counts, () => all.forEach(check));
    } catch (thrown) {
      fail(thrown);
    }
  };
  return {
    sent: (request) => each((checks) => checks.sent?.(request)),
    finished: (request, how, at_ms, answer) => each((checks) => checks.finished?.(request, how, at_ms, answer)),
    pressed: (device, at_ms) => each((checks) => checks.pressed?.(device, at_ms)),
    callerGone: (request) => each((checks) => checks.callerGone?.(request)),
    taken: (request) => each((checks) => checks.taken?.(request)),
    answered: (answer, at_ms) => each((checks) => checks.answered?.(answer, at_ms)),
    deviceChanged: (observation) => each((checks) => checks.deviceChanged?.(observation)),
    rolled: (observation) => each((checks) => checks.rolled?.(observation)),
    tapped: (device, key, at_ms) => each((checks) => checks.tapped?.(device, key, at_ms)),
    simulatorChanged: (observation) => each((checks) => checks.simulatorChanged?.(observation)),
    struck: (device, on_page, at_ms) => each((checks) => checks.struck?.(device, on_page, at_ms)),
    screenChanged: (device, lines) => each((checks) => checks.screenChanged?.(device, lines)),
    booted: (device, at_ms) => each((checks) => checks.booted?.(device, at_ms)),
    poweredOff: (device, at_ms) => each((checks) => checks.poweredOff?.(device, at_ms)),
    settled: (at_ms) => each((checks) => checks.settled?.(at_ms)),
    relayStarted: (at_ms) => each((checks) => checks.relayStarted?.(at_ms)),
    tailLost: (from_ms, at_ms) => each((checks) => checks.tailLost?.(from_ms, at_ms)),
  };
}
