// Routes of firmware and audio packs (C51, C54): the release newer than the device's, and its bytes in ranges (RFC 9110
// §14).

import { networkOf } from '../caller-network.ts';
import { compareVersions, VERSION } from '../../wire/firmware/image.ts';
import { badRequest, emptyAnswer, jsonAnswer, limited, refusal, type HttpAnswer } from '../http/answers.ts';
import type { Handler, Route } from '../http/route.ts';
import type { StoreLimits } from '../store/rate-limits.ts';
import type { AudioRelease, FirmwareRelease, Release, ReleaseFolder } from './release-folder.ts';

const FIELD = /^[\x21-\x7e]{1,64}$/;

export function releaseRoutes(folder: ReleaseFolder, limits: Pick<StoreLimits, 'fetch'>): readonly Route[] {
  const guarded =
    (handler: Handler): Handler =>
    (request, code) => {
      const wait_s = limits.fetch(request.address, undefined);
      return wait_s === null ? handler(request, code) : limited(wait_s);
    };
  const firmware = guarded(async ({ query }) => {
    const param = (name: string): string => query.get(name) ?? '';
    const [hw, current, channel] = [param('hw'), param('current'), param('channel')];
    if (![hw, channel].every((field) => FIELD.test(field)) || !VERSION.test(current))
      return badRequest({ message: 'The query has hw, current (such as 0.9.0) and channel.' });
    const newest = newestFirmware(await folder.releases(), hw, channel, current);
    return newest ? jsonAnswer(200, firmwareOffer(newest)) : emptyAnswer(204, NOT_KEPT);
  });
  const audio = guarded(async ({ query }) => {
    const newest = newestAudio(await folder.releases());
    if (!newest || newest.version === query.get('current')) return emptyAnswer(204, NOT_KEPT);
    const { version, size, sha256 } = newest;
    return jsonAnswer(200, { version, url: `/releases/${sha256}`, size, sha256 });
  });
  // A device downloads an image in consecutive ranges, so the limit counts only concurrent answers.
  const in_progress = new Map<string, number>();
  const bytes: Handler = async (request, sha256) => {
    const network = networkOf(request.address);
    const count = in_progress.get(network) ?? 0;
    if (count >= AT_ONCE_MAX) return limited(COME_AGAIN_S);
    in_progress.set(network, count + 1);
    request.onGone(() => {
      const left = (in_progress.get(network) ?? 1) - 1;
      if (left > 0) in_progress.set(network, left);
      else in_progress.delete(network);
    });
    const release = (await folder.releases()).find((each) => each.sha256 === sha256);
    return release
      ? bytesOf(folder, release, request.header)
      : refusal('not_found', 'There is no release with this hash.');
  };
  return [
    { path: '/firmware/latest', methods: { GET: firmware }, options: 'methods' },
    { path: '/audio/latest', methods: { GET: audio }, options: 'methods' },
    { path: '/releases/:code', methods: { GET: bytes, HEAD: bytes }, options: 'methods' },
  ];
}

/** Largest release that is streamed whole, and largest part held in memory: devices request images in such parts. */
const WHOLE_BYTES_MAX = 4_194_304;
const PART_BYTES_MAX = 262_144;
/** Limit of concurrent answers to one address. */
const AT_ONCE_MAX = 16;
const COME_AGAIN_S = 5;

const NOT_KEPT = { 'Cache-Control': 'no-store' };

const firmwareOffer = ({ version, seq, size, sha256, minisig, notes, released }: FirmwareRelease) => ({
  version,
  seq,
  url: `/releases/${sha256}`,
  size,
  sha256,
  minisig,
  notes,
  released,
});

/** Returns the release with the highest number whose version is above the running one. */
const newestFirmware = (
  releases: readonly Release[],
  hw: string,
  channel: string,
  current: string,
): FirmwareRelease | undefined =>
  releases
    .filter((each) => each.kind === 'firmware')
    .filter((each) => each.hw === hw && each.channel === channel && compareVersions(each.version, current) > 0)
    .sort((one, other) => other.seq - one.seq || other.released - one.released)[0];

const newestAudio = (releases: readonly Release[]): AudioRelease | undefined =>
  releases.filter((each) => each.kind === 'audio').sort((one, other) => other.released - one.released)[0];

async function bytesOf(
  folder: ReleaseFolder,
  { size, sha256 }: Release,
  header: (name: string) => string | undefined,
): Promise<HttpAnswer> {
  const tag = `"${sha256}"`;
  const headers = {
    'Content-Type': 'application/octet-stream',
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: tag,
    'X-Content-Type-Options': 'nosniff',
  };
  const range_header = [undefined, tag].includes(header('if-range')) ? header('range') : undefined;
  const range = range_header === undefined ? null : rangeOf(range_header, size);
  if (range === 'beyond') return { ...emptyAnswer(416, { ...headers, 'Content-Range': `bytes */${size}` }) };
  if (!range && size > WHOLE_BYTES_MAX)
    return refusal('bad_request', `This release has ${size} bytes: ask for it in ranges of at most ${PART_BYTES_MAX}.`);
  if (!range && size > PART_BYTES_MAX) {
    const whole = { ...headers, 'Content-Length': `${size}` };
    return { status: 200, headers: whole, body: NOTHING, parts: (send) => folder.sendParts(sha256, size, send) };
  }
  const [first, wanted] = range ?? [0, size - 1];
  // Only part of the range, if it is too large for one answer (RFC 9110 §14.2).
  const last = Math.min(wanted, first + PART_BYTES_MAX - 1);
  const body = await folder.bytes(sha256, first, last);
  if (body?.length !== last - first + 1) return refusal('not_found', 'There is no release with this hash.');
  if (!range) return { status: 200, headers, body };
  return { status: 206, headers: { ...headers, 'Content-Range': `bytes ${first}-${last}/${size}` }, body };
}

const NOTHING = new Uint8Array();

/** Returns one byte range; null if the header is ignored, so that the whole is sent. */
function rangeOf(header: string, size: number): readonly [first: number, last: number] | 'beyond' | null {
  const [, from, to] = /^bytes=(\d{1,12})-(\d{0,12})$/.exec(header) ?? [];
  if (from === undefined) return null;
  const [first, last] = [Number(from), to ? Math.min(Number(to), size - 1) : size - 1];
  if (first >= size) return 'beyond';
  return last < first ? null : [first, last];
}
