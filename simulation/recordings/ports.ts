// Recorded ports between the board and the firmware. `below` is the board itself; a player has no board and takes its
// inputs from the recording.

import { bytesOf } from '../../wire/bytes.ts';
import { sha256Of } from '../../wire/signing.ts';
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
import type { WebPage } from '../../hal/web-page/web-page.ts';
import type { Wifi } from '../../hal/wifi/wifi.ts';
import { answered, awaitOnce, numbered, subscribed } from './recorded-calls.ts';
import { recordedHttp, recordedSerial, recordedTcp } from './line-ports.ts';
import { recordedFlash, recordedImages } from './storage-ports.ts';
import { recordedInput, recordedWebPage, recordedWifi } from './secret-ports.ts';
import type { RecorderProxy } from './recorder-proxy.ts';

/** Ports of a board. */
export interface Ports {
  readonly clock: Clock;
  readonly random: Random;
  readonly flash: Flash;
  readonly images: Images;
  readonly serial: SerialPort;
  readonly http: Http;
  readonly tcp: Tcp;
  readonly link: Link;
  /** null if the board has none. */
  readonly wifi: Wifi | null;
  /** null if the board serves none. */
  readonly web_page: WebPage | null;
  readonly isolates: Isolates;
  readonly keyboard: Keyboard;
  readonly keys: Keys;
  readonly leds: Leds;
  readonly speaker: Speaker;
  readonly log: Log;
  readonly screen: Screen;
}

/** Wraps the ports of a board. A player keeps the outputs (screen, LEDs, speaker, log) and blocks all real inputs. */
export function recordedPorts(proxy: RecorderProxy, below: Ports): Ports {
  const inputs = proxy.plays ? null : below;
  const { leds, speaker, log } = below;
  return {
    clock: recordedClock(proxy, inputs?.clock ?? null),
    random: recordedRandom(proxy, inputs?.random ?? null, 'random'),
    flash: recordedFlash(proxy, inputs?.flash ?? null),
    images: recordedImages(proxy, inputs?.images ?? null),
    serial: recordedSerial(proxy, inputs?.serial ?? null, below.serial.path),
    http: recordedHttp(proxy, inputs?.http ?? null),
    tcp: recordedTcp(proxy, inputs?.tcp ?? null),
    link: recordedLink(proxy, inputs?.link ?? null),
    wifi: below.wifi && recordedWifi(proxy, inputs?.wifi ?? null),
    web_page: below.web_page && recordedWebPage(proxy, inputs?.web_page ?? null),
    isolates: recordedIsolates(proxy, inputs?.isolates ?? null),
    keyboard: recordedKeyboard(proxy, inputs?.keyboard ?? null),
    keys: recordedKeys(proxy, inputs?.keys ?? null, below.keys.touchscreen !== null),
    leds: recordedLeds(proxy, leds),
    speaker: recordedSpeaker(proxy, speaker),
    log: recordedLog(proxy, log),
    screen: recordedScreen(proxy, below.screen),
  };
}

const NO_BYTES = new Uint8Array();

/**
 * Minimum alarm delay: batches have a resolution of 1 µs, so a shorter wait would see the same time again and again.
 */
const TURN_MS_MIN = 0.001;

function recordedClock(proxy: RecorderProxy, below: Clock | null): Clock {
  let alarms = 0;
  return {
    now_ms: () => proxy.now_ms(),
    unix_s: () => proxy.ask('clock.unix_s', () => below?.unix_s() ?? 0, 0),
    synced: () => proxy.ask('clock.synced', () => below?.synced() ?? false, false),
    setTimeout(fire, delay_ms) {
      if (proxy.isUnrecorded()) return { name: '', alarm: below?.setTimeout(() => proxy.unrecorded(fire), delay_ms) };
      const name = `alarm ${++alarms}`;
      const set_ms = proxy.now_ms();
      proxy.await(name, () => {
        proxy.forget(name);
        proxy.leave('waited', delay_ms);
        fire();
      });
      proxy.due(name, set_ms + delay_ms);
      const alarm = below?.setTimeout(() => proxy.enter(name, []), delay_ms > 0 ? Math.max(delay_ms, TURN_MS_MIN) : 0);
      return { name, alarm };
    },
    clearTimeout(alarm) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- alarms are handles returned by setTimeout above, or undefined
      const set = alarm as { readonly name: string; readonly alarm: unknown } | null | undefined;
      if (!set) return;
      proxy.forget(set.name);
      below?.clearTimeout(set.alarm);
    },
  };
}

function recordedRandom(proxy: RecorderProxy, below: Random | null, name: string): Random {
  return {
    float: () => proxy.ask(`${name}.float`, () => below?.float() ?? 0, 0),
    int: (limit) => proxy.ask(`${name}.int`, () => below?.int(limit) ?? 0, 0),
    normal: () => proxy.ask(`${name}.normal`, () => below?.normal() ?? 0, 0),
    bytes: (count) => proxy.ask(`${name}.bytes`, () => below?.bytes(count) ?? NO_BYTES, NO_BYTES),
    fork: (concern) => recordedRandom(proxy, below?.fork(concern) ?? null, `${name}/${concern}`),
  };
}

function recordedLink(proxy: RecorderProxy, below: Link | null): Link {
  const nextName = numbered('link');
  return {
    joined: () => proxy.ask('link.joined', () => below?.joined() ?? false, false),
    onChange: (listener) => subscribed(proxy, nextName(), listener, below?.onChange),
  };
}

function recordedIsolates(proxy: RecorderProxy, below: Isolates | null): Isolates {
  let started = 0;
  return {
    start() {
      const isolate = `isolate ${++started}`;
      proxy.leave('isolate.start', started);
      const running = below?.start();
      let requests = 0;
      let ended = false;
      return {
        request(message, done) {
          const name = `${isolate} answer ${++requests}`;
          proxy.leave(isolate, message);
          awaitOnce(proxy, name, (answer: Parameters<typeof done>[0]) => {
            if (!ended) done(answer);
          });
          running?.request(message, (answer) => proxy.enter(name, [answer]));
        },
        end() {
          ended = true;
          proxy.leave(`${isolate} end`);
          running?.end();
        },
      };
    },
  };
}

function recordedKeyboard(proxy: RecorderProxy, below: Keyboard | null): Keyboard {
  const nextName = numbered('tapped');
  return {
    tap(key) {
      proxy.leave('keyboard', key);
      return answered(proxy, nextName(), below && (() => below.tap(key)));
    },
  };
}

function recordedKeys(proxy: RecorderProxy, below: Keys | null, has_touchscreen: boolean): Keys {
  return {
    touchscreen: has_touchscreen ? recordedTouchscreen(proxy, below?.touchscreen ?? null) : null,
    start(listener) {
      proxy.await('key', listener.key.bind(listener));
      proxy.await('touch', listener.touch.bind(listener));
      proxy.await('text', listener.text.bind(listener));
      const enter = recordedInput(proxy, listener);
      below?.start({
        key: (key, action) => enter(['key', key, action]),
        touch: (x, y) => enter(['touch', x, y]),
        text: (text) => enter(['text', text]),
      });
    },
    stop() {
      for (const name of ['key', 'touch', 'text']) proxy.forget(name);
      below?.stop();
    },
  };
}

function recordedTouchscreen(proxy: RecorderProxy, below: Touchscreen | null): Touchscreen {
  let listeners = 0;
  return {
    onPlace: (listener) => subscribed(proxy, `touchscreen place ${++listeners}`, listener, below?.onPlace),
    onContact: (listener) => subscribed(proxy, `touchscreen contact ${++listeners}`, listener, below?.onContact),
    calibrate(calibration) {
      proxy.leave('touchscreen.calibrate', calibration);
      below?.calibrate(calibration);
    },
  };
}

/** Records changes of the LEDs; many are set to a value that they already show. */
function recordedLeds(proxy: RecorderProxy, below: Leds): Leds {
  const shown = new Map<number, string | null>();
  return {
    count: below.count,
    set(index, color) {
      if (shown.get(index) !== color) proxy.leave('led', index, color);
      shown.set(index, color);
      below.set(index, color);
    },
    flash(index, color, flash_ms) {
      proxy.leave('led.flash', index, color, flash_ms);
      below.flash(index, color, flash_ms);
    },
  };
}

const recordedSpeaker = (proxy: RecorderProxy, below: Speaker): Speaker => ({
  play(sound, volume_percent) {
    proxy.leave('sound', sound, volume_percent);
    below.play(sound, volume_percent);
  },
  use(sounds) {
    proxy.leave('sounds', sounds);
    below.use(sounds);
  },
});

/** Does not record log lines: they are many and add nothing to the states. */
const recordedLog = (proxy: RecorderProxy, below: Log): Log => ({
  write(level, area, text, fields) {
    if (level !== 'debug') proxy.leave('log', level, area, text, fields ?? {});
    below.write(level, area, text, fields);
  },
});

/** Replaces drawings with secrets: hashes of a few of them would reveal the letters one by one. */
const SECRET = 'secret';

/** Records the appearance of a scene at the end of a batch, if it has changed. */
function recordedScreen(proxy: RecorderProxy, below: Screen): Screen {
  let [scene, list, brightness]: [Scene | null, string, number] = [null, '', 100];
  proxy.atEnd(() => {
    if (!scene) return;
    const picture = scene.at(proxy.now_ms());
    scene = null;
    const drawn = picture.secret ? SECRET : JSON.stringify(picture.list);
    if (drawn === list) return;
    list = drawn;
    if (picture.secret) proxy.leave('screen', SECRET, []);
    else proxy.leave('screen', sha256Of(bytesOf(drawn)).slice(0, 16), picture.lines);
  });
  return {
    width: below.width,
    height: below.height,
    show(next) {
      scene = next;
      below.show(next);
    },
    setBrightness(percent) {
      if (percent !== brightness) proxy.leave('brightness', percent);
      brightness = percent;
      below.setBrightness(percent);
    },
  };
}
