// Opens a cloud on real HTTP over a data folder, for both `tapin cloud serve` and `tapin run`.

import { join } from 'node:path';
import { createCloud, type Cloud } from '../../cloud-stub/cloud.ts';
import { openCloudServer } from '../../cloud-stub/http/server.ts';
import type { IdentityService } from '../../cloud-stub/accounts/endpoint.ts';
import { lateRoutes, type RouteShape } from '../../cloud-stub/http/late-routes.ts';
import type { Route } from '../../cloud-stub/http/route.ts';
import { refusalPage } from '../../cloud-stub/web/common/refusal-page.ts';
import { ACCOUNT_SHAPES, PUBLIC_SHAPES } from '../../cloud-stub/web/page-shapes.ts';
import type { SiteDeps } from '../../cloud-stub/web/author/routes.ts';
import type { Store } from '../../cloud-stub/store/store.ts';
import type { StoreEndpoint } from '../../cloud-stub/store/endpoint.ts';
import { openReleaseFolder } from '../../cloud-stub/releases/release-folder.ts';
import { firstText } from '../../firmware/extension-runtime/first-text.ts';
import { openDataFolder } from '../../hal/flash/data-folder.ts';
import type { Random } from '../../hal/random/random.ts';
import { createSystemRandom } from '../../hal/random/random-system.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import type { Log } from '../../hal/log/log.ts';
import { SITE_PATHS } from '../../cloud-stub/web/browser/browser-paths.ts';
import { TAB_PATHS } from '../web/tab-paths.ts';
import { ok, type Result } from '../../wire/errors.ts';
import { openAdminPort } from './admin-port.ts';
import { watchForLostFiles } from './lost-files.ts';
import { openRelay, RELAY_DATABASE_FILE, type OpenRelay } from './open-relay.ts';
import { IDENTITY_DATABASE_FILE, openIdentity } from './open-identity.ts';
import { storageProbe } from '../../cloud-stub/storage-room.ts';
import { openStore, RELEASES_FOLDER, STORE_DATABASE_FILE, type StoreSettings } from './open-store.ts';

interface OpenCloudOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly host: string;
  readonly port: number;
  /** Folder of the databases. */
  readonly data: string;
  /** File of the device registry. */
  readonly devices: string;
  /** Address of an engine that stores sessions and devices, instead of the folder's database and the registry file. */
  readonly engine?: string;
  readonly limited: boolean;
  /** Settings of the extension store. Default: no store. */
  readonly store?: StoreSettings;
  /** Command-line option that sets the port. */
  readonly port_option?: string;
  /** Proxies in front of the cloud, whose X-Forwarded-For header is trusted. */
  readonly trust_proxy?: string;
  /** Public URL, if it differs from the listening address. */
  readonly public_url?: string;
}

export interface OpenCloud {
  readonly cloud: Cloud;
  /** Its extension store; null if it has none. */
  readonly store: Store | null;
  /** Returns the number of enrolled devices. */
  devices(): number;
  readonly url: string;
  /** URL of its own identity provider; null if it has none. */
  readonly identity_url: string | null;
  /**
   * Reports not ready and answers the waiting requests evenly over this many milliseconds; resolves afterwards (C123).
   */
  drain(over_ms: number): Promise<void>;
  close(): Promise<void>;
}

/** Serves the cloud. Errors: as for its data folder, registry, store and port; closes everything on failure. */
export async function openCloud({ clock, log, ...options }: OpenCloudOptions): Promise<Result<OpenCloud>> {
  const folder = await openDataFolder(options.data);
  if (!folder.ok) return folder;
  if (folder.value.note) log.write('warn', 'storage', folder.value.note);
  const warnOfLostFiles = watchForLostFiles(options.data, log);
  const abandon = async <T>(result: T): Promise<T> => {
    await folder.value.close();
    return result;
  };
  const random = createSystemRandom();
  const relay = await openRelay({ clock, random, log, ...options });
  if (!relay.ok) return abandon(relay);
  const { engine, registry, devices, isReady } = relay.value;
  let url = '';
  const origin = (): string => options.public_url ?? url;
  const published = await openPublished({ clock, log, random, origin, enrolled: devices, ...options });
  if (!published.ok) {
    await engine.close();
    return abandon(published);
  }
  warnOfLostFiles();
  const { store, identity, pages } = published.value;
  const cloud = createCloud({
    clock,
    log,
    engine,
    registry,
    isReady,
    storageRoom: storageProbe(options.data, clock),
    limited: options.limited,
    ...(store ? { store, pages, releases: openReleaseFolder(join(options.data, RELEASES_FOLDER)) } : {}),
  });
  const server = await openCloudServer(
    pages.length === 0 ? cloud : { ...cloud, refusalPage },
    {
      host: options.host,
      port: options.port,
      log,
      ...(options.port_option === undefined ? {} : { port_option: options.port_option }),
      ...(options.trust_proxy === undefined ? {} : { trust_proxy: options.trust_proxy }),
    },
    identity ? [identity.mount] : [],
  );
  if (!server.ok) {
    await cloud.close();
    identity?.close();
    return abandon(server);
  }
  url = server.value.url;
  const copyTo = copies(relay.value, published.value);
  const admin = store ? await openAdminPort({ identity, store: store.store, origin, copyTo }, options.data, log) : null;
  return ok({
    cloud,
    store: store?.store ?? null,
    devices,
    url,
    identity_url: identity && identity.issuer().issuer,
    drain: (over_ms) => cloud.drain(over_ms),
    async close() {
      await admin?.close();
      await server.value.close();
      await cloud.close();
      identity?.close();
      await folder.value.close();
    },
  });
}

interface Published {
  readonly store: StoreEndpoint | null;
  readonly identity: IdentityService | null;
  /** Pages of the author site and of support. */
  readonly pages: readonly Route[];
}

/** Returns a function that copies all databases into a folder. */
const copies =
  ({ copyTo }: Pick<OpenRelay, 'copyTo'>, { identity, store }: Published) =>
  async (to: string): Promise<void> => {
    await copyTo?.(join(to, RELAY_DATABASE_FILE));
    identity?.copyTo(join(to, IDENTITY_DATABASE_FILE));
    store?.store.copyTo(join(to, STORE_DATABASE_FILE));
  };

interface PublishedOptions extends OpenCloudOptions {
  readonly random: Random;
  readonly origin: () => string;
  /** Returns the number of enrolled devices. */
  readonly enrolled: () => number;
}

/** Opens the store, the author accounts unless an external issuer has them, and the pages of both. */
async function openPublished({
  random,
  store: settings,
  enrolled,
  ...options
}: PublishedOptions): Promise<Result<Published>> {
  if (!settings) return ok({ store: null, identity: null, pages: [] });
  const opened = settings.issuer ? ok(null) : openIdentity(options);
  if (!opened.ok) return opened;
  const identity = opened.value;
  const store = await openStore({ ...options, random: random.fork('store'), settings, identity });
  if (!store.ok) {
    identity?.close();
    return store;
  }
  const { origin, clock } = options;
  const site_options = {
    store: store.value.store,
    limits: store.value.limits,
    origin,
    unix_s: () => clock.unix_s(),
    first_text: firstText('drill', 'My drill'),
  };
  return ok({ store: store.value, identity, pages: pagesOf({ ...site_options, identity }, enrolled) });
}

/** Returns the routes of the pages, which load on the first page request. */
function pagesOf(options: Omit<SiteDeps, 'files'>, devices: () => number): readonly Route[] {
  const { identity } = options;
  const files = [...SITE_PATHS, ...TAB_PATHS].map((path): RouteShape => ['GET HEAD', path]);
  const shapes = [...files, ...PUBLIC_SHAPES, ...(identity ? ACCOUNT_SHAPES : [])];
  return lateRoutes(shapes, async () => {
    const { allSiteFiles } = await import('../web/site-files.ts');
    const { siteRoutes } = await import('../../cloud-stub/web/author/routes.ts');
    const { supportRoutes } = await import('../../cloud-stub/web/support/routes.ts');
    const site = siteRoutes({ ...options, files: allSiteFiles() });
    return [...site, ...(identity ? supportRoutes({ ...options, identity, devices }) : [])];
  });
}
