// The ports of a board with a tape between them and the firmware. `below` is the board itself; a player has none, and what would have
// come from there is on the tape.

import { createHash } from 'node:crypto';
import type { Clock } from '../../hal/clock/clock.ts';
import type { Flash } from '../../hal/flash/flash.ts';
import type { Images } from '../../hal/images/images.ts';
import type { Isolates } from '../../hal/isolate/isolate.ts';
import type { Keyboard } from '../../hal/keyboard/keyboard.ts';
import type { Keys } from '../../hal/keys/keys.ts';
import type { Touchscreen } from '../../hal/keys/touchscreen.ts';
import type { Leds } from '../../hal/leds/leds.ts';
import type { Link } from '../../hal/link/link.ts';
import type { Log } from '../../hal/log/log.ts';
import type { Random } from '../../hal/random/random.ts';
import type { Scene, Screen } from '../../hal/screen/screen.ts';
import type { Speaker } from '../../hal/speaker/speaker.ts';
import type { Http } from '../../hal/http/http.ts';
import type { Tcp } from '../../hal/tcp/tcp.ts';
import type { SerialPort } from '../../hal/serial/serial.ts';
import type { Wifi } from '../../hal/wifi/wifi.ts';
import { tapedHttp, tapedSerial, tapedTcp } from './line-ports.ts';
import { tapedFlash, tapedImages } from './storage-ports.ts';
import { tapedInput, tapedWifi } from './secret-ports.ts';
import type { Tape } from './recorder-proxy.ts';

/** What a device has of its board. */
export interface Ports {
  readonly clock: Clock;
  readonly random: Random;
  readonly flash: Flash;
  readonly images: Images;
  readonly serial: SerialPort;
  readonly http: Http;
  readonly tcp: Tcp;
  readonly link: Link;
  /** Null where the board has none. */
  readonly wifi: Wifi | null;
  readonly isolates: Isolates;
  readonly keyboard: Keyboard;
  readonly keys: Keys;
  readonly leds: Leds;
  readonly speaker: Speaker;
  readonly log: Log;
  readonly screen: Screen;
}

/** What shows, sounds or speaks is there in a player too; nothing enters by the rest. */
export function tapedPorts(tape: Tape, below: Ports): Ports {
  const inputs = tape.plays ? null : below;
  const { leds, speaker, log } = below;
  return {
    clock: tapedClock(tape, inputs?.clock ?? null),
    random: tapedRandom(tape, inputs?.random ?? null, 'random'),
    flash: tapedFlash(tape, inputs?.flash ?? null),
    images: tapedImages(tape, inputs?.images ?? null),
    serial: tapedSerial(tape, inputs?.serial ?? null, below.serial.path),
    http: tapedHttp(tape, inputs?.http ?? null),
    tcp: tapedTcp(tape, inputs?.tcp ?? null),
    link: tapedLink(tape, inputs?.link ?? null),
    wifi: below.wifi && tapedWifi(tape, inputs?.wifi ?? null),
    isolates: tapedIsolates(tape, inputs?.isolates ?? null),
    keyboard: tapedKeyboard(tape, inputs?.keyboard ?? null),
    keys: tapedKeys(tape, inputs?.keys ?? null, below.keys.touchscreen !== null),
    leds: tapedLeds(tape, leds),
    speaker: tapedSpeaker(tape, speaker),
    log: tapedLog(tape, log),
    screen: tapedScreen(tape, below.screen),
  };
}

const NO_BYTES = new Uint8Array();

/** Turns have their time in thousandths: a device that waits for less of it would see the same moment again and again. */
const TURN_MS_MIN = 0.001;

function tapedClock(tape: Tape, below: Clock | null): Clock {
  let alarms = 0;
  return {
    now_ms: () => tape.now_ms(),
    unix_s: () => tape.ask('clock.unix_s', () => below?.unix_s() ?? 0, 0),
    synced: () => tape.ask('clock.synced', () => below?.synced() ?? false, false),
    setTimeout(fire, delay_ms) {
      if (tape.isAside()) return { name: '', alarm: below?.setTimeout(() => tape.aside(fire), delay_ms) };
      const name = `alarm ${++alarms}`;
      const set_ms = tape.now_ms();
      tape.await(name, () => {
        tape.forget(name);
        tape.leave('waited', delay_ms);
        fire();
      });
      tape.due(name, set_ms + delay_ms);
      const alarm = below?.setTimeout(() => tape.enter(name, []), delay_ms > 0 ? Math.max(delay_ms, TURN_MS_MIN) : 0);
      return { name, alarm };
    },
    clearTimeout(alarm) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an alarm is what setTimeout above gave, or nothing
      const set = alarm as { readonly name: string; readonly alarm: unknown } | null | undefined;
      if (!set) return;
      tape.forget(set.name);
      below?.clearTimeout(set.alarm);
    },
  };
}

function tapedRandom(tape: Tape, below: Random | null, name: string): Random {
  return {
    float: () => tape.ask(`${name}.float`, () => below?.float() ?? 0, 0),
    int: (limit) => tape.ask(`${name}.int`, () => below?.int(limit) ?? 0, 0),
    normal: () => tape.ask(`${name}.normal`, () => below?.normal() ?? 0, 0),
    bytes: (count) => tape.ask(`${name}.bytes`, () => below?.bytes(count) ?? NO_BYTES, NO_BYTES),
    fork: (concern) => tapedRandom(tape, below?.fork(concern) ?? null, `${name}/${concern}`),
  };
}

function tapedLink(tape: Tape, below: Link | null): Link {
  let listeners = 0;
  return {
    joined: () => tape.ask('link.joined', () => below?.joined() ?? false, false),
    onChange(listener) {
      const name = `link ${++listeners}`;
      tape.await(name, listener);
      const end = below?.onChange((joined) => tape.enter(name, [joined]));
      return () => {
        tape.forget(name);
        end?.();
      };
    },
  };
}

function tapedIsolates(tape: Tape, below: Isolates | null): Isolates {
  let started = 0;
  return {
    start() {
      const isolate = `isolate ${++started}`;
      tape.leave('isolate.start', started);
      const running = below?.start();
      let asked = 0;
      let ended = false;
      return {
        request(message, done) {
          const name = `${isolate} answer ${++asked}`;
          tape.leave(isolate, message);
          tape.await(name, (answer: Parameters<typeof done>[0]) => {
            tape.forget(name);
            if (!ended) done(answer);
          });
          running?.request(message, (answer) => tape.enter(name, [answer]));
        },
        end() {
          ended = true;
          tape.leave(`${isolate} end`);
          running?.end();
        },
      };
    },
  };
}

function tapedKeyboard(tape: Tape, below: Keyboard | null): Keyboard {
  let taps = 0;
  return {
    tap(key) {
      const name = `tapped ${++taps}`;
      tape.leave('keyboard', key);
      return new Promise((resolve) => {
        tape.await(name, (answer: Awaited<ReturnType<Keyboard['tap']>>) => {
          tape.forget(name);
          resolve(answer);
        });
        void below?.tap(key).then((answer) => tape.enter(name, [answer]));
      });
    },
  };
}

function tapedKeys(tape: Tape, below: Keys | null, has_touchscreen: boolean): Keys {
  return {
    touchscreen: has_touchscreen ? tapedTouchscreen(tape, below?.touchscreen ?? null) : null,
    start(listener) {
      tape.await('key', listener.key.bind(listener));
      tape.await('touch', listener.touch.bind(listener));
      tape.await('text', listener.text.bind(listener));
      const enter = tapedInput(tape, listener);
      below?.start({
        key: (key, action) => enter(['key', key, action]),
        touch: (x, y) => enter(['touch', x, y]),
        text: (text) => enter(['text', text]),
      });
    },
    stop() {
      for (const name of ['key', 'touch', 'text']) tape.forget(name);
      below?.stop();
    },
  };
}

function tapedTouchscreen(tape: Tape, below: Touchscreen | null): Touchscreen {
  let listeners = 0;
  return {
    onPlace(listener) {
      const name = `touchscreen place ${++listeners}`;
      tape.await(name, listener);
      const end = below?.onPlace((glass_to_screen) => tape.enter(name, [glass_to_screen]));
      return () => {
        tape.forget(name);
        end?.();
      };
    },
    onContact(listener) {
      const name = `touchscreen contact ${++listeners}`;
      tape.await(name, listener);
      const end = below?.onContact((x, y) => tape.enter(name, [x, y]));
      return () => {
        tape.forget(name);
        end?.();
      };
    },
    calibrate(calibration) {
      tape.leave('touchscreen.calibrate', calibration);
      below?.calibrate(calibration);
    },
  };
}

/** Many an LED is set to what it shows already. */
function tapedLeds(tape: Tape, below: Leds): Leds {
  const shown = new Map<number, string | null>();
  return {
    count: below.count,
    set(index, color) {
      if (shown.get(index) !== color) tape.leave('led', index, color);
      shown.set(index, color);
      below.set(index, color);
    },
    flash(index, color, flash_ms) {
      tape.leave('led.flash', index, color, flash_ms);
      below.flash(index, color, flash_ms);
    },
  };
}

const tapedSpeaker = (tape: Tape, below: Speaker): Speaker => ({
  play(sound, volume_percent) {
    tape.leave('sound', sound, volume_percent);
    below.play(sound, volume_percent);
  },
  use(sounds) {
    tape.leave('sounds', sounds);
    below.use(sounds);
  },
});

/** Lines for developers are many, and say nothing that the states do not. */
const tapedLog = (tape: Tape, below: Log): Log => ({
  write(level, area, text, fields) {
    if (level !== 'debug') tape.leave('log', level, area, text, fields ?? {});
    below.write(level, area, text, fields);
  },
});

/** In the place of a drawing: from the hashes of a few of them, letters could be guessed one after the other. */
const SECRET = 'secret';

/** What a scene looks like is written at the end of a turn, where it looks different. */
function tapedScreen(tape: Tape, below: Screen): Screen {
  let [scene, list, brightness]: [Scene | null, string, number] = [null, '', 100];
  tape.atEnd(() => {
    if (!scene) return;
    const picture = scene.at(tape.now_ms());
    scene = null;
    const drawn = picture.secret ? SECRET : JSON.stringify(picture.list);
    if (drawn === list) return;
    list = drawn;
    if (picture.secret) tape.leave('screen', SECRET, []);
    else tape.leave('screen', createHash('sha256').update(drawn).digest('hex').slice(0, 16), picture.lines);
  });
  return {
    width: below.width,
    height: below.height,
    show(next) {
      scene = next;
      below.show(next);
    },
    setBrightness(percent) {
      if (percent !== brightness) tape.leave('brightness', percent);
      brightness = percent;
      below.setBrightness(percent);
    },
  };
}
