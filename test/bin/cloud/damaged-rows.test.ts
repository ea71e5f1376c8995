// Damaged rows inside a database: the cloud refuses to start, with one sentence.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'ava';
import { openIdentity } from '../../../bin/cloud/open-identity.ts';
import { openRelay } from '../../../bin/cloud/open-relay.ts';
import { openIdentityDatabase } from '../../../cloud-stub/accounts/database.ts';
import { openRelayDatabase } from '../../../cloud-stub/relay/sqlite/database.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

function change(path: string, sql: string): void {
  const sqlite = new DatabaseSync(path);
  sqlite.exec(sql);
  sqlite.close();
}

test('[R152] refuses a damaged relay or identity row with a one-line error, and closes the database', async (t) => {
  const data = await temporaryFolder(t);
  const [relay, identity] = [join(data, 'relay.sqlite'), join(data, 'identity.sqlite')];
  valueOf(t, openRelayDatabase(relay)).close();
  valueOf(t, openIdentityDatabase(identity)).close();
  change(relay, `INSERT INTO sessions VALUES ('TP-0123456789AB', 1, '{"x":1')`);
  change(identity, `INSERT INTO signing_keys VALUES ('a', '{"x', 0)`);
  const clock = createVirtualClock();
  const deps = {
    clock,
    random: createSeededRandom(1),
    log: createMemoryLog(clock),
    data,
    devices: join(data, 'none.json'),
  };
  const messageFor = (name: string): RegExp =>
    new RegExp(`^The database .+${name} has a damaged row: .+\\. Restore ${name} from a backup .+\\.$`);
  const here = { ...deps, host: '127.0.0.1', origin: () => 'http://127.0.0.1', limited: true };
  failsWith(t, await openRelay(deps), 'data_unusable', messageFor('relay.sqlite'));
  failsWith(t, openIdentity(here), 'data_unusable', messageFor('identity.sqlite'));
  change(relay, 'DELETE FROM sessions');
  change(identity, 'DELETE FROM signing_keys');
  const opened = valueOf(t, await openRelay(deps));
  await opened.engine.close();
  valueOf(t, openIdentity(here))?.close();
});
