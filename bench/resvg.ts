// Peer of the path benchmark: resvg, an SVG renderer in Rust.

import { SCREEN_HEIGHT, SCREEN_WIDTH } from '../hal/screen/screen.ts';
import { peerMissing, requirePeer } from './peers.ts';

interface Package {
  readonly Resvg: new (
    svg: string,
    options: object,
  ) => { render(): { readonly width: number; readonly pixels: Uint8Array } };
}

/** Returns why resvg can't be measured on this machine, or '' if it can. */
export const resvgMissing = (): string => peerMissing('resvg-js', ['@resvg/resvg-js@2.6.2']);

/** Returns a function that renders SVG elements on a black page to pixels. */
export function createResvg(): (elements: string) => Uint8Array {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package is not installed when types are checked
  const { Resvg } = requirePeer('@resvg/resvg-js') as Package;
  const options = { background: '#000', font: { loadSystemFonts: false } };
  const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${SCREEN_WIDTH}" height="${SCREEN_HEIGHT}">`;
  return (elements) => new Resvg(`${open}${elements}</svg>`, options).render().pixels;
}
