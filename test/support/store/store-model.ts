// Reference model of the store, written from the spec: codes, owners, served versions and refusals. It represents
// scripts by name only, and ignores time.

export interface ModelExtension {
  readonly owner: string;
  /** Name of the script of each version by number. */
  readonly versions: Map<number, string>;
  newest: number;
  listing: 'none' | 'requested' | 'public';
  approved: number | null;
  is_default: boolean;
  /**
   * Version that devices got when support's approval ended; null while approved, or once the author has released
   * another.
   */
  kept: number | null;
  readonly installed_by: Set<string>;
}

export type Model = Map<number, ModelExtension | 'gone'>;

/** Result of an operation on an extension: an HTTP status and, for a refusal, its code. */
export type ModelAnswer = readonly [status: number, error?: string];

const OK: ModelAnswer = [200];

function there(model: Model, which: number): ModelExtension | ModelAnswer {
  const extension = model.get(which);
  if (extension === undefined) return [404, 'not_found'];
  return extension === 'gone' ? [410, 'gone'] : extension;
}

const isModelAnswer = (found: ModelExtension | ModelAnswer): found is ModelAnswer => Array.isArray(found);

function own(model: Model, which: number, author: string): ModelExtension | ModelAnswer {
  const found = there(model, which);
  if (isModelAnswer(found)) return found;
  return found.owner === author ? found : [403, 'not_owner'];
}

export function create(model: Model, which: number, owner: string, name: string, manifest: number | null): ModelAnswer {
  const first = manifest ?? 1;
  model.set(which, {
    owner,
    versions: new Map([[first, name]]),
    newest: first,
    listing: 'none',
    approved: null,
    is_default: false,
    kept: null,
    installed_by: new Set(),
  });
  return [201];
}

export function update(
  model: Model,
  which: number,
  author: string,
  name: string,
  manifest: number | null,
): ModelAnswer {
  const found = own(model, which, author);
  if (isModelAnswer(found)) return found;
  found.newest = manifest !== null && manifest > found.newest ? manifest : found.newest + 1;
  found.versions.set(found.newest, name);
  return OK;
}

export function wish(model: Model, which: number, author: string, wanted: boolean): ModelAnswer {
  const found = own(model, which, author);
  if (isModelAnswer(found)) return found;
  if (wanted && found.listing === 'none') found.listing = 'requested';
  if (!wanted) endTrust(found, () => (found.listing = 'none'));
  return OK;
}

/** Applies the change; if it ends support's approval, devices keep the approved version. */
function endTrust(found: ModelExtension, change: () => unknown): void {
  const before = isTrusted(found);
  change();
  if (before && !isTrusted(found)) found.kept = found.approved;
}

const isTrusted = ({ listing, is_default }: ModelExtension): boolean => listing === 'public' || is_default;

export function release(model: Model, which: number, author: string): ModelAnswer {
  const found = own(model, which, author);
  if (isModelAnswer(found)) return found;
  if (isTrusted(found) && found.approved !== found.newest) return [409, 'invalid_transition'];
  if (!isTrusted(found) && found.kept !== found.newest) found.kept = null;
  return OK;
}

export function remove(model: Model, which: number, author: string): ModelAnswer {
  const found = own(model, which, author);
  if (isModelAnswer(found)) return found;
  if (found.is_default) return [409, 'is_default'];
  model.set(which, 'gone');
  return [204];
}

/** Approves the newest version. `stale`: support reviewed the version before it. */
export function approve(model: Model, which: number, stale: boolean): ModelAnswer {
  const found = there(model, which);
  if (isModelAnswer(found)) return found;
  if (stale) return [409, 'version_changed'];
  if (found.listing === 'none') return [409, 'invalid_transition'];
  found.listing = 'public';
  found.approved = found.newest;
  return OK;
}

export function decline(model: Model, which: number): ModelAnswer {
  const found = there(model, which);
  if (isModelAnswer(found)) return found;
  endTrust(found, () => (found.listing = 'none'));
  return OK;
}

export function setDefault(model: Model, which: number, wanted: boolean, stale: boolean): ModelAnswer {
  const found = there(model, which);
  if (isModelAnswer(found)) return found;
  if (wanted && stale) return [409, 'version_changed'];
  if (wanted) found.approved = found.newest;
  endTrust(found, () => (found.is_default = wanted));
  return OK;
}

export function install(model: Model, which: number, device: string, is_update: boolean): ModelAnswer {
  const found = there(model, which);
  if (isModelAnswer(found)) return found;
  if (!is_update) found.installed_by.add(device);
  return OK;
}

/** Returns the version that is served. */
export const servedOf = (found: ModelExtension): number =>
  isTrusted(found) ? (found.approved ?? -1) : (found.kept ?? found.newest);
