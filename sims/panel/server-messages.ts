// Messages of the server about a device's state, as the page gets them.

import { toBase64 } from '../../wire/bytes.ts';
import type { PlayedSound } from '../../hal/speaker/speaker-virtual.ts';
import { CALLBACK_INSTRUCTIONS_MAX, PICTURE_COST_US_MAX } from '../../wire/choices.ts';
import { SCRIPT_HEAP_BYTES_MAX } from '../../wire/limits.ts';
import type { ServerMessage } from './page/connection/protocol.ts';
import type { PacedTime } from './paced-time.ts';
import type { PanelDevice } from './panel-device.ts';

export const soundOf = ({ wav, ...sound }: PlayedSound): ServerMessage => ({
  type: 'sound',
  ...sound,
  ...(wav ? { wav_base64: toBase64(wav) } : {}),
});

export function greenOf(device: PanelDevice): ServerMessage {
  const scale = device.rollScale();
  if (!scale) return { type: 'green', roll: null };
  const { rolling, ...roll } = scale;
  return { type: 'green', roll: { ...roll, wanted_mps: rolling ? null : device.wanted_speed_mps() } };
}

export function extensionOf({ device }: PanelDevice): ServerMessage {
  const use = device.extension();
  const limits = {
    heap_bytes_max: SCRIPT_HEAP_BYTES_MAX,
    instructions_max: CALLBACK_INSTRUCTIONS_MAX,
    paint_us_max: PICTURE_COST_US_MAX,
  };
  return { type: 'extension', use: use && { ...use, ...limits } };
}

export function linkOf({ rig, sensorStatus }: PanelDevice): ServerMessage {
  const { link, detail } = sensorStatus();
  return {
    type: 'link',
    plugged: rig?.plugged() ?? link !== 'lost',
    fault: rig?.fault() ?? 'ok',
    link,
    detail,
    golfer: rig?.golfer.on() ?? false,
  };
}

export const timeOf = (time: PacedTime, clock: PanelDevice['clock']): ServerMessage => {
  const paused = time.paused();
  return { type: 'time', paused, speed: time.speed(), paused_at_ms: paused ? clock.now_ms() : null };
};

export const switchesOf = ({ power, network, time_of_day }: PanelDevice): ServerMessage => ({
  type: 'switches',
  power: power && (power.isOn() ? 'on' : 'off'),
  network: network && (network.joined() ? 'joined' : 'left'),
  cloud: network && (network.hasCloud() ? 'reached' : 'cut'),
  link_quality: network && network.conditions(),
  clock_wrong_by_s: time_of_day && time_of_day.wrong_by_s(),
});
