// Link to a device in the tab: what the fragment of the page's address says, and `?recording=` or `?drill=`.

export interface TabLink {
  /** Seed of a fresh device that keeps nothing; null for the device of this browser. */
  readonly seed: number | null;
  /** Number of further devices, 0 to 3. */
  readonly guests: number;
  /** Experience to open, by id; null for the menu. */
  readonly experience: string | null;
  /** Time at which the devices stand still, in seconds since their start; null if they run. */
  readonly at_s: number | null;
  /** Address of a recording to open; null for none. */
  readonly recording: string | null;
  /** Address of a drill to play; null for none. */
  readonly drill: string | null;
  /** Whether the page is in the frame of another one, which sends an extension to play: `#framed`. */
  readonly framed: boolean;
  /** Problem with the link, as a sentence; '' if there is none. */
  readonly problem: string;
}

export const SEED_MAX = 2 ** 31 - 1;
const GUESTS_MAX = 3;
/** An hour. */
const AT_S_MAX = 3600;

/** Reads an address; an invalid part counts as missing. */
export function readLink(address: URL): TabLink {
  const given = new URLSearchParams(address.hash.slice(1));
  const problems: string[] = [];
  const number = (name: string, max: number, pattern: RegExp): number | null => {
    const text = given.get(name);
    if (text === null) return null;
    if (pattern.test(text) && Number(text) <= max) return Number(text);
    problems.push(`${name} must be a number from 0 to ${max}`);
    return null;
  };
  const file = (name: string): string | null => {
    const link = address.searchParams.get(name);
    if (link === null || isBeside(link, address)) return link;
    problems.push(`${name} must be an address of the same host`);
    return null;
  };
  const [recording, drill] = [file('recording'), file('drill')];
  return {
    seed: number('seed', SEED_MAX, WHOLE),
    guests: number('guests', GUESTS_MAX, WHOLE) ?? 0,
    experience: given.get('experience'),
    at_s: number('at', AT_S_MAX, /^\d{1,4}(\.\d{1,3})?$/),
    recording,
    drill,
    framed: given.has('framed') && globalThis.parent !== globalThis.self,
    problem: problems.length === 0 ? '' : `In the link, ${problems.join(', and ')}.`,
  };
}

/** Whether a link from the page leads to its own host. */
function isBeside(link: string, page: URL): boolean {
  if (!URL.canParse(link, page)) return false;
  const { protocol, host } = new URL(link, page);
  return protocol === page.protocol && host === page.host;
}

const WHOLE = /^\d{1,10}$/;

/** Returns the address of the page with this fragment; leaves out what is null or 0. */
export function linkTo(page: URL, { seed, guests, experience, at_s }: Partial<TabLink>): string {
  const address = new URL(page);
  const parts = Object.entries({ seed, guests: guests === 0 ? null : guests, experience, at: at_s });
  const given = parts.filter(([, value]) => value !== null && value !== undefined);
  address.hash = given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&');
  for (const name of ['device', 'recording', 'drill']) address.searchParams.delete(name);
  return address.href;
}
