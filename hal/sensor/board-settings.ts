// Settings that a sensor board remembers (docs/sensor-protocol.md, keys of version 1.1), and the driver's side of storing
// them: one SET after the other, each repeated until its VALUE.

import { fail, ok, type Result } from '../../wire/errors.ts';
import { CHANNEL, CHANNELS, type Channel, type Message } from './messages.ts';
import type { ApertureErrors } from './sensor.ts';
import { publish, send, type PendingSetting, type SensorLink } from './sensor-link.ts';

export const SETTING_KEY = { aperture: 0x01, serial: 0x10 } as const;
export const SETTING_ANSWER_MS = 500;
/** A setting may be lost on the way; storing it twice does no harm. */
export const SETTING_TRIES = 3;

/** Returns the keys and values of these apertures, in channel order. */
export const apertureSettings = (
  errors_um: Partial<ApertureErrors>,
): readonly (readonly [key: number, error_um: number])[] =>
  CHANNELS.flatMap((channel, i) => {
    const error_um = errors_um[channel];
    return error_um === undefined ? [] : [[SETTING_KEY.aperture + i, error_um] as const];
  });

/** Returns the errors by gate, from those in channel order; 0 for a missing one. */
export const aperturesOf = (errors_um: readonly number[]): ApertureErrors => {
  const at = (channel: Channel): number => errors_um[CHANNEL[channel]] ?? 0;
  return { LA: at('LA'), RA: at('RA'), LB: at('LB'), RB: at('RB'), LD: at('LD'), RD: at('RD'), HA: at('HA'), HB: at('HB') }; // oxfmt-ignore
};

const NO_BOARD = 'No sensor board is connected.';
const BUSY = 'The board is still storing settings.';
const LOST = 'The connection to the board was lost before it stored everything.';
const SILENT = 'The board does not answer: nothing more was stored.';
const REFUSED = 'The board refuses a setting: it needs protocol 1.1, with the settings in range.';

/** Implements `Sensor.storeApertures`. */
export async function storeApertures(link: SensorLink, errors_um: Partial<ApertureErrors>): Promise<Result<void>> {
  if (link.pending_setting) return fail('serial_busy', BUSY);
  for (const [key, error_um] of apertureSettings(errors_um)) {
    if (!link.ack || !link.listener) return fail('serial_failed', NO_BOARD);
    const stored = await store(link, key, error_um);
    if (!stored.ok) return stored;
    takeAperture(link, key - SETTING_KEY.aperture, error_um);
  }
  return ok(undefined);
}

function store(link: SensorLink, key: number, value: number): Promise<Result<void>> {
  const { clock } = link.options;
  return new Promise((resolve) => {
    const pending: PendingSetting = {
      key,
      value,
      alarm: null,
      done(stored) {
        clock.clearTimeout(pending.alarm);
        link.pending_setting = null;
        resolve(stored);
      },
    };
    link.pending_setting = pending;
    const attempt = (tries_left: number): void => {
      if (tries_left === 0) return pending.done(fail('serial_failed', SILENT));
      send(link, { kind: 'set', key, value });
      pending.alarm = clock.setTimeout(() => attempt(tries_left - 1), SETTING_ANSWER_MS);
    };
    attempt(SETTING_TRIES);
  });
}

/** Uses the stored error for the next swings. */
function takeAperture(link: SensorLink, channel: number, error_um: number): void {
  const { ack, status } = link;
  if (!ack || !status.board) return;
  const aperture_error_um = ack.aperture_error_um.with(channel, error_um);
  link.ack = { ...ack, aperture_error_um };
  publish(link, { board: { ...status.board, aperture_error_um: aperturesOf(aperture_error_um) } });
}

/** Ends the pending setting with the board's answer, unless it is the late answer to an earlier one. */
export function onValue({ pending_setting }: SensorLink, { key, value, status }: Message & { kind: 'value' }): void {
  if (pending_setting?.key !== key) return;
  if (status !== 0) pending_setting.done(fail('bad_value', REFUSED));
  else if (value === pending_setting.value) pending_setting.done(ok(undefined));
}

/** Fails the pending setting after a loss of the board. */
export const dropSetting = ({ pending_setting }: SensorLink): void =>
  pending_setting?.done(fail('serial_failed', LOST));
