// Manages an author's published extensions: lists them and their versions, requests or withdraws a listing, deletes
// one.

import * as v from 'valibot';
import { LISTING_WORDS, ON_EVERY_DEVICE, REFUSED_WORDS, versionWords } from '../../cloud-stub/web/common/states.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { exitWith } from '../process/process.ts';
import { callStore } from './store-calls.ts';
import { visibleJson } from '../../wire/visible.ts';

export interface OwnOptions {
  readonly cloud: string;
  readonly json?: boolean;
}

export const ownRecord = v.looseObject({
  id: v.string(),
  name: v.string(),
  version: v.number(),
  listing: v.string(),
  approved_version: v.nullable(v.number()),
  served_version: v.optional(v.number()),
  default: v.boolean(),
  installs: v.number(),
  refused: v.optional(v.object({ what: v.string(), version: v.nullable(v.number()), reason: v.string() })),
});
export type OwnRecord = v.InferOutput<typeof ownRecord>;
const page = v.object({ extensions: v.array(ownRecord), next_cursor: v.nullable(v.string()) });

const version = v.looseObject({
  version: v.number(),
  ts: v.number(),
  size: v.number(),
  notes: v.string(),
  served: v.boolean(),
  approved: v.boolean(),
  waiting: v.boolean(),
});
/** An older store returns only the newest hundred, without a cursor. */
const versions = v.object({ versions: v.array(version), next_cursor: v.optional(v.nullable(v.string()), null) });

export async function listOwn({ cloud, json = false }: OwnOptions): Promise<void> {
  const all: OwnRecord[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = new URLSearchParams({ limit: '100', ...(cursor === '' ? {} : { cursor }) });
    const answer = readAnswer(page, await callStore(cloud, 'GET', `/extensions?${query.toString()}`));
    if (!answer.ok) exitWith(answer.error);
    all.push(...answer.value.extensions);
    cursor = answer.value.next_cursor;
  }
  const rows = all.map((each) => [each.id, `v${each.version}`, stateOf(each), `${each.installs}`, each.name]);
  const table = tableOf(['code', 'version', 'state', 'installs', 'name'], rows);
  print(json, { extensions: all }, [table, ...all.flatMap(refusalOf)].join('\n'));
}

/** Known listing states; another store may have more. */
const LISTINGS: ReadonlyMap<string, string> = new Map(Object.entries(LISTING_WORDS));
const REFUSALS: ReadonlyMap<string, string> = new Map(Object.entries(REFUSED_WORDS));
const refusalIn = (what: string): string => REFUSALS.get(what) ?? what;

function refusalOf({ id, refused }: OwnRecord): readonly string[] {
  if (!refused) return [];
  const reason = refused.reason.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  const version = refused.version === null ? '' : ` at v${refused.version}`;
  return [`${id} was ${refusalIn(refused.what)}${version}: ${reason || 'no reason was given'}`];
}

export async function listVersions(code: string, { cloud, json = false }: OwnOptions): Promise<void> {
  const all: v.InferOutput<typeof version>[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const path: string = `/extensions/${encodeURIComponent(code)}/versions${cursor === '' ? '' : `?cursor=${cursor}`}`;
    const answer: Result<v.InferOutput<typeof versions>> = readAnswer(versions, await callStore(cloud, 'GET', path));
    if (!answer.ok) exitWith(answer.error);
    all.push(...answer.value.versions);
    cursor = answer.value.next_cursor;
  }
  const rows = all.map((each) => [
    `v${each.version}`,
    new Date(each.ts * 1000).toISOString().slice(0, 16).replace('T', ' '),
    `${each.size}`,
    versionWords(each) || '–',
    each.notes.replaceAll(/\s+/g, ' '),
  ]);
  print(json, { versions: all }, tableOf(['version', 'published (UTC)', 'bytes', 'state', 'notes'], rows));
}

const LISTING_SENTENCES: ReadonlyMap<string, string> = new Map([
  ['requested', 'waits for support'],
  ['public', 'is listed'],
]);

export async function wishListing(code: string, wanted: boolean, { cloud, json = false }: OwnOptions): Promise<void> {
  const body = { request_listing: wanted };
  const answer = readAnswer(
    ownRecord,
    await callStore(cloud, 'PATCH', `/extensions/${encodeURIComponent(code)}`, body),
  );
  if (!answer.ok) exitWith(answer.error);
  const { id, name, listing } = answer.value;
  print(json, answer.value, `${id}, ${name}, ${LISTING_SENTENCES.get(listing) ?? 'is not listed'}.`);
}

export async function releaseNewest(code: string, { cloud, json = false }: OwnOptions): Promise<void> {
  const answer = readAnswer(
    ownRecord,
    await callStore(cloud, 'PATCH', `/extensions/${encodeURIComponent(code)}`, { release: true }),
  );
  if (!answer.ok) exitWith(answer.error);
  const { id, name, version: released } = answer.value;
  print(json, answer.value, `${id}, ${name}: devices get version ${released} at their next check.`);
}

const offer = v.object({ handover: v.string(), expires: v.number() });

export async function offerOwn(code: string, { cloud, json = false }: OwnOptions): Promise<void> {
  const answer = readAnswer(offer, await callStore(cloud, 'POST', `/extensions/${encodeURIComponent(code)}/handover`));
  if (!answer.ok) exitWith(answer.error);
  const { handover, expires } = answer.value;
  const day = new Date(expires * 1000).toISOString().slice(0, 10);
  const message = `Give this code to the other author: ${handover}\nIt is valid until ${day}: tapin extension transfer --accept ${handover}`;
  print(json, answer.value, message);
}

export async function acceptOffered(handover: string, { cloud, json = false }: OwnOptions): Promise<void> {
  const answer = readAnswer(ownRecord, await callStore(cloud, 'POST', '/handovers', { handover }));
  if (!answer.ok) exitWith(answer.error);
  print(json, answer.value, `${answer.value.id}, ${answer.value.name}, is now yours.`);
}

export async function deleteOwn(code: string, { cloud, json = false }: OwnOptions): Promise<void> {
  const answer = await callStore(cloud, 'DELETE', `/extensions/${encodeURIComponent(code)}`);
  if (!answer.ok) exitWith(answer.error);
  print(json, { deleted: code }, `Deleted ${code}; its code will not be reused.`);
}

function stateOf(extension: OwnRecord): string {
  const { refused, listing, approved_version, served_version, version: newest, default: is_default } = extension;
  const is_plain = listing === 'none' && (is_default || refused !== undefined);
  const is_vouched = listing === 'public' || is_default;
  const waits = is_vouched && approved_version !== null && approved_version < newest;
  const is_held = !is_vouched && served_version !== undefined && served_version < newest;
  return [
    is_default && ON_EVERY_DEVICE,
    !is_plain && (LISTINGS.get(listing) ?? listing),
    waits && `v${approved_version} is live, v${newest} waits`,
    is_held && `v${served_version} is live, v${newest} is not released`,
    refused && refusalIn(refused.what),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Parses a store answer. Errors: as in the answer, and `bad_request` for an unexpected shape. */
export function readAnswer<S extends v.GenericSchema>(schema: S, answer: Result<unknown>): Result<v.InferOutput<S>> {
  if (!answer.ok) return answer;
  const found = v.safeParse(schema, answer.value);
  return found.success ? ok(found.output) : fail('bad_request', 'The store sent an unexpected response; update tapin.');
}

/** Formats a table with fitted columns; text by other users is reduced to one line without control characters. */
function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll(/\p{C}/gu, ' ')));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const print = (json: boolean, data: unknown, text: string): void =>
  void process.stdout.write(`${json ? visibleJson(data) : text}\n`);
