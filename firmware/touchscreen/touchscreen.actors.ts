// Actors of the touch screen: its position, its contacts, and the calibration stored in the flash.

import { fromCallback, fromPromise } from 'xstate';
import type { Clock } from '../../hal/clock/clock.ts';
import type { Flash } from '../../hal/flash/flash.ts';
import type { Touchscreen } from '../../hal/keys/touchscreen.ts';
import type { Affine } from '../../wire/affine.ts';
import type { Result } from '../../wire/errors.ts';
import type { CalibrateEvent, ContactEvent, KeptCalibration, PlacedEvent } from './touchscreen.machine.ts';
import { calibrationFrom } from './touchscreen.ts';

const RECORD = 'touch-calibration';
/** Debounce time: a contact this soon after another belongs to the previous row or cross. */
const BOUNCE_MS = 300;

export const panelFrom = (touchscreen: Touchscreen) =>
  fromCallback<CalibrateEvent>(({ sendBack, receive }) => {
    receive(({ calibration }) => touchscreen.calibrate(calibration));
    return touchscreen.onPlace((to_screen) =>
      sendBack({ type: 'touchscreen.placed', to_screen } satisfies PlacedEvent),
    );
  });

export const contactsFrom = (touchscreen: Touchscreen, clock: Clock) =>
  fromCallback(({ sendBack }) => {
    let quiet_until_ms = clock.now_ms() + BOUNCE_MS;
    return touchscreen.onContact((x, y) => {
      const now_ms = clock.now_ms();
      const bounced = now_ms < quiet_until_ms;
      quiet_until_ms = now_ms + BOUNCE_MS;
      if (!bounced) sendBack({ type: 'touchscreen.contact', x, y } satisfies ContactEvent);
    });
  });

const DAMAGED = 'Touch calibration damaged: calibrate again under Settings.';

export const readFrom = (flash: Flash) =>
  fromPromise<KeptCalibration>(async () => {
    const read = await flash.read(RECORD);
    if (!read.ok) return { calibration: null, note: read.error.message };
    const { value, damaged } = read.value;
    const calibration = value && calibrationFrom(parsed(value));
    return { calibration, note: !calibration && (value || damaged) ? DAMAGED : '' };
  });

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

export const writeTo = (flash: Flash) =>
  fromPromise<Result<void>, Affine>(({ input: calibration }) =>
    flash.write(RECORD, new TextEncoder().encode(JSON.stringify({ calibration }))),
  );
