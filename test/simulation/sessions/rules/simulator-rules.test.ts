// Tests of the rule that a host with a simulator carries out each input exactly once, in order, and nothing else: which
// runs break the rule and which do not.

import test from 'ava';
import { BrokenRule } from '../../../../simulation/sessions/broken-rule.ts';
import { simulatorRules } from '../../../../simulation/sessions/rules/simulator-rules.ts';
import type { InputItem } from '../../../../wire/relay/answers.ts';
import { checksOf } from '../../../support/scenario/checks-of.ts';
import { answerOf } from '../../../support/relay/relay-loop.ts';

const AIM_RIGHT_TWICE = { kind: 'aim', steps: 2 } as const;
const REPEAT = { kind: 'repeat', steps: 0 } as const;

const simulatorChecks = () =>
  checksOf(simulatorRules(), ['booted', 'struck', 'simulatorChanged', 'finished', 'tapped', 'settled']);
type Rules = ReturnType<typeof simulatorChecks>;

/** Returns the rules for a host connected to its simulator that has received these inputs at 1 s. */
function afterInputs(...inputs: readonly Pick<InputItem, 'kind' | 'steps'>[]): Rules {
  const rules = simulatorChecks();
  rules.booted('host', 0);
  rules.simulatorChanged({ device: 'host', integration: 'simdirect', last: null, at_ms: 0 });
  const items = inputs.map((input, i) => ({ seq: i + 1, name: 'Brave Otter', club: 0, ms: 0, ...input }));
  const sent = { device: 'host', boot: 1, route: 'poll', body: { since: 0 }, at_ms: 0 } as const;
  rules.finished(sent, 'answered', 1000, answerOf({ items }));
  return rules;
}

const brokenBy = (run: () => void): string => {
  try {
    run();
    return '';
  } catch (thrown) {
    if (thrown instanceof BrokenRule) return `${thrown.rule}: ${thrown.message}`;
    throw thrown;
  }
};
const tap = (rules: Rules, key: string): string => brokenBy(() => rules.tapped('host', key, 2000));
const settle = (rules: Rules): string => brokenBy(() => rules.settled(60_000));

test('[R147] accepts an aim that is tapped the requested number of times', (t) => {
  const rules = afterInputs(AIM_RIGHT_TWICE);
  t.deepEqual([tap(rules, 'aim_right'), tap(rules, 'aim_right'), settle(rules)], ['', '', '']);
});

test('[R147] breaks on an aim without a tap', (t) => {
  t.is(settle(afterInputs(AIM_RIGHT_TWICE)), 'R147: host did not apply 1 inputs');
});

test('[R147] breaks on a tap to the other side, an extra tap and an unrequested one', (t) => {
  const aimed = afterInputs(AIM_RIGHT_TWICE);
  t.regex(tap(aimed, 'aim_left'), /^R147: the host applies a tap aim_left/);
  const twice = afterInputs(AIM_RIGHT_TWICE);
  t.deepEqual([tap(twice, 'aim_right'), tap(twice, 'aim_right')], ['', '']);
  t.regex(tap(twice, 'aim_right'), /^R147: the host applies a tap aim_right that no guest sent/);
  t.regex(tap(afterInputs(), 'mulligan'), /no guest sent/);
});

test('[R147] expects nothing for an input without effect, such as a repeat before any shot', (t) => {
  t.is(settle(afterInputs(REPEAT)), '');
  const behind = afterInputs(REPEAT, AIM_RIGHT_TWICE);
  t.deepEqual([tap(behind, 'aim_right'), tap(behind, 'aim_right'), settle(behind)], ['', '', '']);
});

test('[R148] breaks on an input carried out minutes after the relay accepted it', (t) => {
  const rules = afterInputs(AIM_RIGHT_TWICE);
  t.regex(
    brokenBy(() => rules.tapped('host', 'aim_right', 200_000)),
    /^R148: an input is applied after 199000 ms/,
  );
});

const shot = (rules: Rules, ball_speed_mps: number, at_ms: number): string => {
  const made = {
    of: 'putt',
    name: 'Putt',
    ball_speed_mps,
    start_deg: 0,
    launch_deg: 0,
    spin_rpm: 0,
    club_speed_mps: ball_speed_mps / 1.6,
    attack_deg: 0,
    face_deg: 0,
  } as const;
  const last = { shot: made, status: 'sent', word: '' } as const;
  return brokenBy(() => rules.simulatorChanged({ device: 'host', integration: 'simdirect', last, at_ms }));
};

test('[R147] expects one shot per strike, even if it waits behind others on another page', (t) => {
  const rules = afterInputs();
  t.regex(shot(rules, 1, 900), /^R147: the host applies a shot 1 that no guest sent/);
  rules.struck('host', false, 1000);
  rules.struck('host', false, 1300);
  rules.struck('host', true, 3000);
  t.deepEqual([shot(rules, 1, 1700), shot(rules, 2, 6700), shot(rules, 3, 7000)], ['', '', '']);
  t.regex(shot(rules, 4, 7100), /^R147: the host applies a shot 4 that no guest sent/);
  rules.struck('host', false, 10_000);
  t.is(shot(rules, 5, 29_999), '');
  rules.struck('host', false, 40_000);
  t.regex(shot(rules, 6, 60_000), /^R147: the host applies a shot 6 that no guest sent/);
});

/**
 * Returns the rules for a restarted host that finds an input without an age behind a putt 40 s old, and a later input
 * of its own.
 */
function restarted(kind: 'repeat' | 'reset'): Rules {
  const rules = simulatorChecks();
  rules.booted('host', 0);
  rules.simulatorChanged({ device: 'host', integration: 'simdirect', last: null, at_ms: 0 });
  const sent = { device: 'host', boot: 1, body: {}, at_ms: 0 } as const;
  rules.finished({ ...sent, route: 'host' }, 'answered', 500, { ...answerOf({}), next_seq: 3 });
  rules.struck('host', true, 600);
  shot(rules, 2, 700);
  const putt = { mps: 1, face: 0, aoa: 0, ratio: 1.6 };
  const items: InputItem[] = [
    { seq: 1, kind: 'putt', name: 'Brave Otter', club: 0, steps: 0, putt, ms: 40_000 },
    { seq: 2, kind, name: 'Brave Otter', club: 0, steps: 0, ms: null },
    { seq: 3, kind: 'repeat', name: 'Brave Otter', club: 0, steps: 0, ms: null },
    { seq: 4, kind: 'aim', name: 'Brave Otter', club: 0, steps: -1, ms: null },
  ];
  rules.finished({ ...sent, route: 'poll' }, 'answered', 1000, answerOf({ items }));
  return rules;
}

test('[C15] drops an input too old after a restart: its effect counts for a later input', (t) => {
  const rules = restarted('repeat');
  t.deepEqual([shot(rules, 2, 1500), tap(rules, 'aim_left'), settle(rules)], ['', '', '']);
});

test('[R43] breaks on a host that carries out an input too old after a restart', (t) => {
  const rules = restarted('reset');
  t.deepEqual([shot(rules, 2, 1500), tap(rules, 'aim_left')], ['', '']);
  t.regex(tap(rules, 'reset_aim'), /^R43: the host applies input 2/);
});
