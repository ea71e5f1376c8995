// Update service: keeps the installed extensions in sync with the store.

import { fromPromise } from 'xstate';
import type { RunningImage } from '../../hal/images/images.ts';
import { fail, type Result } from '../../wire/errors.ts';
import { checkFrom, fetchFrom, tidyTexts } from '../extension/update.actors.ts';
import { updateMachine } from '../extension/update.machine.ts';
import { NO_UPDATE, viewOf } from '../extension/update.ts';
import type { Installed } from '../persisted/extensions.ts';
import type { Persisted } from '../persisted/persisted.ts';
import type { FirmwareView } from '../images/policy.ts';
import { service } from './service.ts';

const LIST_NOT_SAVED = 'The list of extensions is not saved: see the status page.';

interface Source {
  readonly own_persisted: Persisted;
  readonly image: RunningImage;
  readonly has_store: boolean;
  readonly networked: boolean;
  readonly firmware: FirmwareView;
}

export const update = service({
  machine: updateMachine,
  over(board, writer) {
    const { store, flash } = board;
    if (store === null) return updateMachine;
    const ports = { ...board, store };
    const tidy = fromPromise<Result<void>, readonly Installed[]>(async ({ input }) => {
      await writer.settled();
      const tidied = await tidyTexts(flash, input);
      return tidied.ok && writer.isDue('extensions') ? fail('flash_failed', LIST_NOT_SAVED) : tidied;
    });
    return updateMachine.provide({ actors: { check: checkFrom(ports), fetch: fetchFrom(ports), tidy } });
  },
  persisted: ({ own_persisted: { id, installed }, image, has_store, networked, firmware }: Source) => ({
    id,
    installed,
    firmware: image.version,
    has_store,
    networked,
    release_pending: firmware.pending,
  }),
  event_descriptors: ['update.check', 'update.install', 'audio.settled'],
  none: NO_UPDATE,
  view: (context) => viewOf(context),
});
