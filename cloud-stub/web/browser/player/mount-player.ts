// Plays an extension on the device of the tab, in a frame without an origin: neither the extension nor the device can
// reach this page or its cookies.

export interface Player {
  /** Plays this text from the start. */
  play(text: string): void;
  /** Removes the frame. */
  end(): void;
}

interface PlayerOptions {
  /** Name of the text's file. */
  readonly name: string;
  readonly text: string;
  /** Default: the tab on this site. */
  readonly address?: string;
  /** Whether the device has the origin of the page, which loads faster and offline. Only for texts of the page itself. */
  readonly trusted?: boolean;
}

/** Height until the device reports its own. */
const FIRST_HEIGHT_PX = 720;
const HEIGHT_PX_MAX = 6000;

/** @returns Immediately; the frame loads its device, and then plays the newest text. */
export function mountPlayer(
  place: Element,
  { name, text, address = '/site/tab/#framed', trusted = false }: PlayerOptions,
): Player {
  let latest = text;
  let ready = false;
  const frame = document.createElement('iframe');
  frame.title = `${name} on a device`;
  frame.className = 'player-frame';
  if (!trusted) frame.setAttribute('sandbox', 'allow-scripts allow-forms allow-downloads');
  frame.height = String(FIRST_HEIGHT_PX);
  frame.src = address;
  const send = (): void => frame.contentWindow?.postMessage({ name, lua: latest }, '*');
  const onMessage = ({ source, data }: MessageEvent<unknown>): void => {
    if (source !== frame.contentWindow || typeof data !== 'object' || data === null) return;
    if ('ready' in data) {
      ready = true;
      send();
    }
    if ('height_px' in data) frame.height = String(Math.min(Number(data.height_px) || FIRST_HEIGHT_PX, HEIGHT_PX_MAX));
  };
  addEventListener('message', onMessage);
  place.replaceChildren(frame);
  return {
    play(next) {
      latest = next;
      if (ready) send();
    },
    end() {
      removeEventListener('message', onMessage);
      frame.remove();
    },
  };
}
