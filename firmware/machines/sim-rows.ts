// The rows of playing on a golf simulator: its set-up, and what can be asked of it, at the device that holds it or as a guest.

import { experience } from '../experiences/registry.ts';
import type { SimWay } from '../simulator/simulator.ts';
import type { Facts } from '../facts/facts.ts';
import { addressOf, addressText, presetOf } from '../simulator/address.ts';
import { CLUB_SWINGS } from '../simulator/club-swings.ts';
import type { SimInput } from '../simulator/orders.ts';
import { nameEntry } from './naming.ts';
import type { NavigationContext } from './navigation.ts';
import type { Row } from './rows.ts';

export function simSetupRows({ simulator }: Facts, way: SimWay): readonly Row[] {
  const start: Row = { label: 'Play', ok: { type: 'open.play', resume: false } };
  const gap: Row = {
    label: 'Time between key taps',
    value: `${simulator.tap_gap_ms} ms`,
    ...stepping((direction) => ({ type: 'device.change', change: { kind: 'step_tap_gap', direction } })),
  };
  const address = (of: 'direct' | 'connector'): Row => ({
    label: 'Address',
    value: addressText(addressOf[of](simulator)),
    ok: { type: 'open.naming', naming: nameEntry(of, simulator[of], null) },
  });
  if (way === 'simport') return [start, address('connector'), gap];
  const { name } = presetOf(simulator);
  const preset: Row = {
    label: 'Program',
    value: name,
    ...stepping((direction) => ({ type: 'device.change', change: { kind: 'step_preset', direction } })),
  };
  return [start, preset, address('direct'), gap];
}

const stepping = (event: (direction: 1 | -1) => NonNullable<Row['ok']>): Pick<Row, 'ok' | 'left' | 'right'> => ({
  ok: event(1),
  left: event(-1),
  right: event(1),
});

const act = (input: SimInput): NonNullable<Row['ok']> => ({ type: 'simulator.act', input });

/** What can be asked of the simulator: everything by our own connection, no full swings by a connector. */
export function simulatorRows({ page, game, session, facts, club, striker }: NavigationContext): readonly Row[] {
  const shared = page === 'sharing';
  const own = experience(game);
  const putts_only = (shared ? session.sim : own.kind === 'simulator' && own.way) === 'simport';
  const aim: Row = {
    label: 'Aim',
    value: 'left · right',
    left: act({ kind: 'aim', steps: -1 }),
    right: act({ kind: 'aim', steps: 1 }),
  };
  const swing: Row = {
    label: 'Full swing',
    value: CLUB_SWINGS[club]?.name ?? '',
    ok: act({ kind: 'club', club }),
    left: { type: 'choose.club', by: -1 },
    right: { type: 'choose.club', by: 1 },
  };
  const player: Row = {
    label: 'Who putts',
    value: facts.players[striker]?.name ?? '',
    left: { type: 'choose.striker', by: -1 },
    right: { type: 'choose.striker', by: 1 },
  };
  return [
    aim,
    ...(putts_only ? [] : [swing]),
    { label: 'Repeat aim and shot', ok: act({ kind: 'repeat' }) },
    { label: 'Repeat the aim', ok: act({ kind: 'repeat_aim' }) },
    { label: 'Reset the aim', ok: act({ kind: 'reset' }) },
    { label: 'Mulligan', ok: act({ kind: 'mulligan' }) },
    ...(facts.players.length > 1 ? [player] : []),
    ...(shared ? [] : [{ label: 'Cancel what waits', ok: { type: 'simulator.cancel' } } as const]),
    ...(shared || putts_only ? [] : [{ label: 'Disconnect', ok: { type: 'simulator.disconnect' } } as const]),
  ];
}
