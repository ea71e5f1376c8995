// Everything that the firmware runs on: the ports of a board, and what it was given by whoever made it.

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
  /** Where extensions run. */
  readonly isolates: Isolates;
  readonly link: Link;
  /** Null where the board has none. */
  readonly wifi: Wifi | null;
  readonly http: Http;
  readonly tcp: Tcp;
  /** Of the computer on which a golf simulator runs. */
  readonly keyboard: Keyboard;
  /** The cloud to play with, an origin such as `http://127.0.0.1:8322`; null for none. */
  readonly cloud: string | null;
  /** The extension store, an origin; null for none. */
  readonly store: string | null;
  /** The firmware images of the board. */
  readonly images: Images;
  /** Whose firmware is trusted; nobody's where the list is empty. */
  readonly firmware_keys: readonly PublicKey[];
  /** Who watches the machines from their first step on. */
  readonly inspect?: ((event: InspectionEvent) => void) | undefined;
}
