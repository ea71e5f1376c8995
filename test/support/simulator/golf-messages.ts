// Open Connect messages of a putting device, and the simulator's end of a connection for tests.

import type { Conversation, SimulatorEvent, TcpSimulator } from '../../../sims/golf-simulators/simulator.ts';

const options = (changed: Readonly<Record<string, boolean>>) => ({
  ContainsBallData: false,
  ContainsClubData: false,
  LaunchMonitorIsReady: true,
  LaunchMonitorBallDetected: true,
  IsHeartBeat: false,
  ...changed,
});

const HEAD = { DeviceID: 'tapin', Units: 'Yards', APIversion: '1' };

export const heartbeat = (ShotNumber = 1): string =>
  JSON.stringify({ ...HEAD, ShotNumber, ShotDataOptions: options({ IsHeartBeat: true }) });

export const status = (ShotNumber = 1): string =>
  JSON.stringify({ ...HEAD, ShotNumber, ShotDataOptions: options({ LaunchMonitorBallDetected: false }) });

export const BALL = { Speed: 4.2, SpinAxis: 0, TotalSpin: 0, BackSpin: 0, SideSpin: 0, HLA: -1.1, VLA: 0 };
const CLUB = { Speed: 2.6, AngleOfAttack: 1.5, FaceToTarget: -1.1, Path: 0.2 };

/** Returns a shot message. `changed` replaces whole fields of the message. */
export const shot = (ShotNumber: number, ball: object = {}, changed: object = {}): string =>
  JSON.stringify({
    ...HEAD,
    ShotNumber,
    BallData: { ...BALL, ...ball },
    ShotDataOptions: options({ ContainsBallData: true }),
    ...changed,
  });

export const clubShot = (ShotNumber: number): string =>
  shot(
    ShotNumber,
    {},
    { ClubData: CLUB, ShotDataOptions: options({ ContainsBallData: true, ContainsClubData: true }) },
  );

export interface Caller {
  /** Sends the text in one write. */
  send(text: string): void;
  /** Received texts, one per write. */
  readonly received: string[];
  readonly closings: number[];
  leave(): void;
}

/** Connects to a simulator as a network does. */
export function callerOf({ connection }: TcpSimulator): Caller {
  const received: string[] = [];
  const closings: number[] = [];
  const conversation: Conversation = connection({
    write: (bytes) => received.push(new TextDecoder().decode(bytes)),
    close: () => closings.push(1),
  });
  return {
    send: (text) => conversation.data(new TextEncoder().encode(text)),
    received,
    closings,
    leave: () => conversation.closed(),
  };
}

/** Records the events of a simulator. */
export function eventsOf({ onEvent }: Pick<TcpSimulator, 'onEvent'>): SimulatorEvent[] {
  const events: SimulatorEvent[] = [];
  onEvent((event) => events.push(event));
  return events;
}

type ShotEvent = SimulatorEvent & { readonly kind: 'shot' };

export const shotsIn = (events: readonly SimulatorEvent[]): readonly ShotEvent[] =>
  events.filter((event): event is ShotEvent => event.kind === 'shot');

/** Returns for each shot the reason why it was not played; null if it was. */
export const dropReasons = (events: readonly SimulatorEvent[]): readonly (string | null)[] =>
  shotsIn(events).map(({ dropped }) => dropped);
