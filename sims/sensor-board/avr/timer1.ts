// Timer 1 in normal mode: the counter is computed when it is read, and only a compare match is an event.

import { REGISTER, type Bus } from './bus.ts';

const DIVIDERS = [0, 1, 8, 64, 256, 1024] as const;
const ROUND = 0x1_0000;
const TOV1 = 1;
const OCF1A = 2;

/** @returns The cycle at which the counter last started from 0. */
export function attachTimer1({ cpu, request, onTaken, on, schedule }: Bus): () => number {
  const { data, readHooks, writeHooks } = cpu;
  const timer = { origin: 0, divider: 0, rounds_cleared: 0, matched: false, compare: 0 };
  /** High byte of the last 16-bit access, which all 16-bit registers share. */
  let hidden = 0;

  const count = (): number => (timer.divider === 0 ? 0 : Math.floor((cpu.cycles - timer.origin) / timer.divider));
  const update = (): void => request('timer1_a', timer.matched && (Number(data[REGISTER.TIMSK1]) & OCF1A) !== 0);
  const scheduleMatch = (): void => {
    if (timer.divider === 0) return schedule('timer1_a', Infinity);
    const now = count();
    const ahead = (timer.compare - (now % ROUND) + ROUND) % ROUND || ROUND;
    schedule('timer1_a', timer.origin + (now + ahead) * timer.divider);
  };

  on('timer1_a', () => {
    timer.matched = true;
    update();
    scheduleMatch();
  });
  onTaken('timer1_a', () => {
    timer.matched = false;
    update();
  });
  readHooks[REGISTER.TCNT1L] = () => {
    const now = count() % ROUND;
    hidden = now >> 8;
    return now & 0xff;
  };
  readHooks[REGISTER.TCNT1H] = () => hidden;
  writeHooks[REGISTER.OCR1AH] = (value) => {
    hidden = value;
    return true;
  };
  writeHooks[REGISTER.OCR1AL] = (value) => {
    timer.compare = hidden * 256 + value;
    scheduleMatch();
    return true;
  };
  writeHooks[REGISTER.TCCR1B] = (value) => {
    data[REGISTER.TCCR1B] = value;
    Object.assign(timer, { origin: cpu.cycles, divider: DIVIDERS[value & 7] ?? 0, rounds_cleared: 0 });
    scheduleMatch();
    return true;
  };
  writeHooks[REGISTER.TIMSK1] = (value) => {
    data[REGISTER.TIMSK1] = value;
    update();
    return true;
  };
  const rounds = (): number => Math.floor(count() / ROUND);
  readHooks[REGISTER.TIFR1] = () => (rounds() > timer.rounds_cleared ? TOV1 : 0) | (timer.matched ? OCF1A : 0);
  writeHooks[REGISTER.TIFR1] = (value) => {
    if (value & TOV1) timer.rounds_cleared = rounds();
    if (value & OCF1A) timer.matched = false;
    update();
    return true;
  };
  return () => timer.origin;
}
