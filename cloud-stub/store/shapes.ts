// Schemas of the store's answers. A test checks all answers of a running store against them, and they are the source of
// docs/store-openapi.json, so the two cannot diverge.

import * as v from 'valibot';
import { EXTENSION_VERSION_MAX } from '../../wire/choices.ts';
import { CODE_SYMBOLS } from '../../wire/crockford.ts';
import { SHARE_CODE_SYMBOLS } from '../../wire/limits.ts';
import { about, whole, WHOLE_FROM_0 } from '../../wire/relay/fields.ts';
import type { ServedVersion, UpdateCheckAnswer } from '../../wire/store/messages.ts';
import type { AuthorRecord, OwnRecord, SupportRecord, VersionRecord } from './extension.ts';
import type { Offer } from './handovers.ts';
import { ACTIONS, type HistoryEntry } from './history.ts';
import type { ListAnswer } from './store.ts';

/** Schema whose input is unknown and whose output is a type of the store. */
type Shape<T> = v.GenericSchema<unknown, T>;

const code = about(
  v.pipe(v.string(), v.regex(new RegExp(`^[${CODE_SYMBOLS}]{${SHARE_CODE_SYMBOLS}}$`))),
  'The share code.',
);
const count = whole(WHOLE_FROM_0);
const version = whole({ min: 1, max: EXTENSION_VERSION_MAX });
const unix_s = about(whole(WHOLE_FROM_0), 'Unix seconds.');
const sha256 = about(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)), 'SHA-256 of the text, in lower-case hex.');
const kind = v.picklist(['drill', 'game']);
const size = about(count, 'Size of the text in bytes.');

export const refusalShape = v.strictObject({
  error: about(v.string(), 'Stable error code for programs.'),
  message: about(v.string(), 'One sentence for people.'),
  line: v.exactOptional(
    about(
      v.nullable(whole({ min: 1, max: Number.MAX_SAFE_INTEGER })),
      'Line of the error in the text; null for none. Only for errors of the text check.',
    ),
  ),
});

const RECORD = {
  extension_id: code,
  id: code,
  name: v.string(),
  kind,
  version,
  sha256,
  description: v.string(),
  about: about(v.string(), 'The about text of the manifest.'),
  author: about(v.string(), "The author's label at the time of publishing."),
  ts: unix_s,
  installs: count,
  listing: v.picklist(['none', 'requested', 'public']),
  approved_version: about(v.nullable(version), 'Last version that support reviewed.'),
  default: about(v.boolean(), 'Whether every device gets it.'),
  size,
};

const served_version = about(version, 'Version that devices and readers get.');

export const recordShape: Shape<AuthorRecord> = v.strictObject(RECORD);

export const offerShape: Shape<Offer> = v.strictObject({
  handover: about(v.string(), 'Code that moves the extension to the account that submits it.'),
  expires: unix_s,
});

export const ownRecordShape: Shape<OwnRecord> = v.strictObject({
  ...RECORD,
  served_version,
  refused: v.exactOptional(
    about(
      v.strictObject({
        what: v.picklist(['decline', 'unlist', 'take_down']),
        version: v.nullable(version),
        reason: v.string(),
        ts: unix_s,
      }),
      'Why support declined, unlisted or took down the extension; absent if it did not.',
    ),
  ),
});

const SUPPORT_RECORD = {
  ...RECORD,
  served_version,
  owner: about(v.string(), 'Account that owns it.'),
  taken_down: v.boolean(),
  reviewer: v.nullable(v.string()),
  notes: about(v.string(), "The author's notes on the newest version."),
};

export const supportRecordShape: Shape<SupportRecord> = v.strictObject(SUPPORT_RECORD);

export const decidedShape: Shape<SupportRecord & { readonly warning?: string }> = v.strictObject({
  ...SUPPORT_RECORD,
  warning: v.exactOptional(about(v.string(), 'Set if there are more default extensions than a device can hold.')),
});

const listShape = <T>(record: Shape<T>): Shape<ListAnswer<T>> =>
  v.strictObject({
    extensions: v.array(record),
    next_cursor: about(v.nullable(v.string()), 'Cursor of the next page; null on the last one.'),
  });
export const publicListShape = listShape(recordShape);
export const ownListShape = listShape(ownRecordShape);
export const supportListShape = listShape(supportRecordShape);

const VERSION_RECORD = {
  version,
  ts: unix_s,
  sha256,
  size,
  name: v.string(),
  description: v.string(),
  notes: v.string(),
  served: about(v.boolean(), 'Whether devices and readers get it.'),
  approved: about(v.boolean(), 'Whether it is the last version that support reviewed.'),
  waiting: about(v.boolean(), 'Whether it waits for a review by support.'),
};

export const versionRecordShape: Shape<VersionRecord> = v.strictObject(VERSION_RECORD);
const next_cursor = about(v.nullable(v.string()), 'Cursor of the next page; null on the last one.');
export const versionsShape = v.strictObject({ versions: v.array(versionRecordShape), next_cursor });

const SERVED = {
  c: about(v.string(), 'The code; in an update check, as spelled in the request.'),
  id: code,
  v: version,
  name: v.string(),
  kind,
};

export const servedShape: Shape<ServedVersion> = v.strictObject({ ...SERVED, sha256, default: v.boolean() });

export const updateCheckShape: Shape<UpdateCheckAnswer> = v.strictObject({
  installed: about(
    v.array(v.union([servedShape, v.strictObject({ c: SERVED.c, gone: v.literal(true) })])),
    'In the order of the request, without codes that this store never issued.',
  ),
  defaults: about(
    v.array(v.strictObject({ ...SERVED, default: v.literal(true) })),
    'The longest-standing default first.',
  ),
});

export const entryShape: Shape<HistoryEntry> = v.strictObject({
  serial: count,
  ts: unix_s,
  who: v.string(),
  what: v.picklist(ACTIONS),
  code,
  version: about(v.nullable(version), 'Null if the entry is not about one version.'),
  text: about(v.string(), 'Reason or comment; empty for none.'),
});

export const viewShape = v.strictObject({
  extension: supportRecordShape,
  versions: about(v.array(v.strictObject({ ...VERSION_RECORD, author: v.string() })), 'Newest first.'),
  next_cursor,
  history: about(v.array(entryShape), 'The newest hundred entries, newest first.'),
  installs_by_day: v.array(v.strictObject({ day: about(count, 'Days since 1970 (UTC).'), installs: count })),
});

export const historyShape = v.strictObject({
  history: about(v.array(entryShape), 'Newest first.'),
  next_before: about(v.nullable(count), 'The before of the next page; null on the last one.'),
});

export const documentShape = v.looseObject({ openapi: v.string() });
