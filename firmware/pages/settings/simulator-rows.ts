// Rows of golf simulator inputs, for the device connected to it and for guests: all inputs over a direct connection, no
// full swings over a connector.

import { CLUB_SWINGS } from '../../simulator/club-swings.ts';
import { strikerOf } from '../../play/play.ts';
import type { SimInput } from '../../simulator/orders.ts';
import type { Row, RowEvent, Rows } from '../navigation.ts';

const act = (input: SimInput): RowEvent => ({ type: 'play.act', input });

export const simulatorRows: Rows = ({ play, session, simulator, persisted }) => {
  const shared = play.kind === 'sharing';
  const putts_only = (shared ? session.sim : simulator.transport) === 'simport';
  const aim: Row = {
    label: 'Aim',
    value: 'left · right',
    left: act({ kind: 'aim', steps: -1 }),
    right: act({ kind: 'aim', steps: 1 }),
  };
  const swing: Row = {
    label: 'Full swing',
    value: CLUB_SWINGS[play.club]?.name ?? '',
    ok: act({ kind: 'club', club: play.club }),
    left: { type: 'play.club', by: -1 },
    right: { type: 'play.club', by: 1 },
  };
  const player: Row = {
    label: 'Who putts',
    value: strikerOf({ persisted, striker: play.striker }).name,
    left: { type: 'play.striker', by: -1 },
    right: { type: 'play.striker', by: 1 },
  };
  return [
    aim,
    ...(putts_only ? [] : [swing]),
    { label: 'Repeat aim and shot', ok: act({ kind: 'repeat' }) },
    { label: 'Repeat the aim', ok: act({ kind: 'repeat_aim' }) },
    { label: 'Reset the aim', ok: act({ kind: 'reset' }) },
    { label: 'Mulligan', ok: act({ kind: 'mulligan' }) },
    ...(persisted.players.length > 1 ? [player] : []),
    ...(shared ? [] : [{ label: 'Cancel inputs', ok: { type: 'simulator.cancel' } } as const]),
    ...(shared || putts_only ? [] : [{ label: 'Disconnect', ok: { type: 'simulator.disconnect' } } as const]),
  ];
};
