// Board that the firmware runs on: its ports and the configuration from its maker.

import type { InspectionEvent } from 'xstate';
import type { Clock } from '../hal/clock/clock.ts';
import type { Flash } from '../hal/flash/flash.ts';
import type { Http } from '../hal/http/http.ts';
import type { Images } from '../hal/images/images.ts';
import type { Isolates } from '../hal/isolate/isolate.ts';
import type { Keyboard } from '../hal/keyboard/keyboard.ts';
import type { Keys } from '../hal/keys/keys.ts';
import type { Leds } from '../hal/leds/leds.ts';
import type { Link } from '../hal/link/link.ts';
import type { Log } from '../hal/log/log.ts';
import type { Random } from '../hal/random/random.ts';
import type { Screen } from '../hal/screen/screen.ts';
import type { Sensor } from '../hal/sensor/sensor.ts';
import type { Speaker } from '../hal/speaker/speaker.ts';
import type { Tcp } from '../hal/tcp/tcp.ts';
import type { WebPage } from '../hal/web-page/web-page.ts';
import type { Wifi } from '../hal/wifi/wifi.ts';
import type { PublicKey } from '../wire/firmware/minisign.ts';

export interface Board {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly flash: Flash;
  readonly sensor: Sensor;
  readonly screen: Screen;
  readonly keys: Keys;
  readonly leds: Leds;
  readonly speaker: Speaker;
  /** Sandboxes for extensions. */
  readonly isolates: Isolates;
  readonly link: Link;
  /** null if the board has no Wi-Fi. */
  readonly wifi: Wifi | null;
  /** Page that this board serves for the device; null if it serves none. */
  readonly web_page: WebPage | null;
  readonly http: Http;
  readonly tcp: Tcp;
  /** Keyboard of the computer that runs the golf simulator. */
  readonly keyboard: Keyboard;
  /** Why the owner's board file is not used, for the screen; '' if it is. */
  readonly board_problem: string;
  /** Origin of the cloud, such as `http://127.0.0.1:8322`; null for none. */
  readonly cloud: string | null;
  /** Origin of the extension store; null for none. */
  readonly store: string | null;
  /** Firmware image slots of the board. */
  readonly images: Images;
  /** Public keys of trusted firmware. Empty: no firmware is trusted. */
  readonly firmware_keys: readonly PublicKey[];
  /** Optional XState inspector, called from the first step of the machines. */
  readonly inspect?: ((event: InspectionEvent) => void) | undefined;
}

/** Short form of a `board_problem`, which the status page shows in full. */
export const BOARD_FILE_UNUSED = 'Board file not used: see the status page.';
