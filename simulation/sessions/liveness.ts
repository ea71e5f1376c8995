// Checks that all devices recover within a set time after the last fault and the last action (R7, R59).

import type { SessionView } from '../../firmware/online/online.ts';
import { checkRule } from './broken-rule.ts';
import type { SimDevice } from './sim-device.ts';

/**
 * R59: the longest pause of 30 s, an unanswered held request of 28 s, one more hold of 20 s for the result, and a
 * margin of 5 s.
 */
export const SETTLE_MS = 30_000 + 28_000 + 20_000 + 5_000;

export function checkLiveness(devices: readonly SimDevice[]): void {
  const observations = devices.flatMap((device) => {
    const running = device.parts()?.device;
    return running ? [{ device, session: running.session(), course: running.course() }] : [];
  });
  const host = observations.find(({ session }) => session.role === 'host');
  // A guest whose players do not fit in the session can only watch; its screen shows this message.
  const isFull = ({ problem }: SessionView): boolean => problem.startsWith('Session full: you can only watch');
  for (const { device, session } of observations.filter((observation) => !isFull(observation.session)))
    checkRule(
      'R59',
      session.problem === '' || session.role === 'off',
      () => `${device.name} still shows a problem: ${session.problem}`,
    );
  if (!host) return;
  const { devices: listed, code } = host.session;
  for (const { device, session, course } of observations) {
    if (session.role !== 'guest' || session.code !== code || isFull(session)) continue;
    checkRule('R7', session.host_online, () => `${device.name} does not see the host`);
    checkRule(
      'R59',
      JSON.stringify(session.devices) === JSON.stringify(listed),
      () => `${device.name} sees other devices than the host`,
    );
    checkRule(
      'R59',
      listed.some(({ name }) => name === session.label),
      () => `${device.name} is not listed`,
    );
    if (course && host.course && course.round.id === host.course.round.id)
      checkRule(
        'R59',
        JSON.stringify(course.round) === JSON.stringify(host.course.round),
        () => `${device.name} has a different round`,
      );
  }
}
