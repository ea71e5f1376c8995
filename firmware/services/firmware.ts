// Firmware update service: checks, downloads, verifies and installs updates in the mode the player has chosen.

import type { RunningImage } from '../../hal/images/images.ts';
import type { Persisted, RecordName } from '../persisted/persisted.ts';
import {
  armFrom,
  confirmFrom,
  countedFrom,
  downloadFrom,
  firmwareCheckFrom,
  restartFrom,
  verifyFrom,
  vouchFrom,
  writeFrom,
} from '../images/images.actors.ts';
import { installerMachine } from '../images/installer.machine.ts';
import { policyMachine } from '../images/policy.machine.ts';
import { NO_FIRMWARE, viewOf } from '../images/policy.ts';
import { service } from './service.ts';

interface Source {
  readonly own_persisted: Persisted;
  /** Unreadable records. */
  readonly unread: readonly RecordName[];
  readonly has_updates: boolean;
  readonly image: RunningImage;
  readonly networked: boolean;
  /** Whether a player is playing or typing. */
  readonly busy: boolean;
}

export const firmware = service({
  machine: policyMachine,
  over(board, writer) {
    const ports = { ...board, store: board.store ?? '' };
    const settled = (): Promise<void> => writer.settled();
    const installer = installerMachine.provide({
      actors: {
        vouch: vouchFrom(board),
        download: downloadFrom(ports),
        counted: countedFrom(settled, board),
        verify: verifyFrom(ports),
        write: writeFrom(ports),
        arm: armFrom(ports),
        restart: restartFrom(settled, ports),
      },
    });
    return policyMachine.provide({
      actors: { check: firmwareCheckFrom(ports), confirm: confirmFrom(ports), installer },
    });
  },
  persisted: ({ own_persisted: { id, firmware: tries }, unread, busy }: Source) => ({
    id,
    firmware: tries,
    countable: !unread.includes('firmware'),
    busy,
  }),
  start: ({ has_updates, image, networked }) => ({ has_updates, image, networked }),
  event_descriptors: ['firmware.install', 'firmware.pick', 'network.changed'],
  none: NO_FIRMWARE,
  view: (context) => viewOf(context),
});
