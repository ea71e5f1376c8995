// Row schemas of the store's database.

import * as v from 'valibot';
import { integer, json, zeroOrOne } from '../sqlite/sqlite-statements.ts';
import type { Extension, Version } from './extension.ts';
import { ACTIONS, type HistoryEntry } from './history.ts';
import type { ListRow } from './lists.ts';

const owned = {
  code: v.string(),
  serial: integer(),
  owner: v.string(),
  listing: v.picklist(['none', 'requested', 'public']),
  approved_version: v.nullable(integer()),
  reviewer: v.nullable(v.string()),
  default_since: v.nullable(integer()),
  installs: integer(),
  taken_down: zeroOrOne(),
  released: zeroOrOne(),
};

const published = {
  sha256: v.string(),
  size: integer(),
  ts: integer(),
  name: v.string(),
  kind: v.picklist(['drill', 'game']),
  about: v.string(),
  description: v.string(),
  notes: v.string(),
  author: v.string(),
};

export const EXTENSION_ROW: v.GenericSchema<unknown, Extension> = v.object({ ...owned, version: integer() });

export const VERSION_ROW: v.GenericSchema<unknown, Version> = v.object({
  code: v.string(),
  version: integer(),
  ...published,
});

export const LIST_ROW: v.GenericSchema<unknown, ListRow> = v.object({
  ...owned,
  ...published,
  newest: integer(),
  shown: integer(),
  sort_key: v.union([v.string(), integer()]),
});

export const COUNTS_ROW = v.object({
  extensions: integer(),
  public_ones: integer(),
  requested: integer(),
  defaults: integer(),
  installs: integer(),
});
export type StoreCounts = Readonly<v.InferOutput<typeof COUNTS_ROW>>;

export const COUNT_ROW = v.object({ count: integer() });
export const CODE_ROW = v.object({ code: v.string() });
export const SERIAL_ROW = v.object({ serial: integer() });
export const NEXT_ROW = v.object({ next: integer() });
export const TEXT_ROW = v.object({ bytes: v.instance(Uint8Array) });

export const ENTRY_ROW: v.GenericSchema<unknown, HistoryEntry> = v.object({
  serial: integer(),
  ts: integer(),
  who: v.string(),
  what: v.picklist(ACTIONS),
  code: v.string(),
  version: v.nullable(integer()),
  text: v.string(),
});

/** Installs of one day; `day` counts days since 1970 (UTC). */
export const DAY_ROW = v.object({ day: integer(), installs: integer() });
export type InstallsOfDay = Readonly<v.InferOutput<typeof DAY_ROW>>;

export const HASH_ROW = v.object({ sha256: v.string() });
export const FIGURES_ROW = v.object({
  figures: json(
    v.object({
      heap_bytes: integer(),
      instructions: integer(),
      call_instructions: integer(),
      paint_us: integer(),
      warnings: v.array(v.string()),
    }),
  ),
});

export const HANDOVER_ROW = v.object({ code: v.string(), hash: v.string(), owner: v.string(), expires_s: integer() });
