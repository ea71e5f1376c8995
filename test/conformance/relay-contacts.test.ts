// Contact times survive a restart of the relay, to the second (C14).

import { DatabaseSync } from 'node:sqlite';
import test from 'ava';
import { joinGuest, openHost, testOfOneRelay } from '../support/relay/relay-table.ts';
import { databaseFile, virtualRelay } from '../support/relay/relay-world.ts';

test('[C14] [R8] a host that was silent for 45 s stays offline after a restart, until it polls', async (t) => {
  const world = virtualRelay(t, { file: await databaseFile(t) });
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  await world.pass(60_000);
  world.restart();
  t.is((await guest.beat()).status, 'offline');
  await host.poll({});
  t.is((await guest.beat()).status, 'ok');
});

testOfOneRelay('[C14] stores the first contact of a second, then the next one a second later', async (t) => {
  const world = virtualRelay(t, { file: await databaseFile(t) });
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  await world.pass(10_000);
  await host.poll({});
  await world.pass(999);
  await host.poll({});
  await world.pass(43_001);
  world.restart();
  t.is((await guest.beat()).status, 'ok', 'the first poll was 44 s ago');
  await world.pass(1000);
  t.is((await guest.beat()).status, 'offline', 'the first poll counts for 45 s, despite a second one');
});

testOfOneRelay('[C14] contacts from a version 1 database count as just made, once', async (t) => {
  const file = await databaseFile(t);
  const world = virtualRelay(t, { file });
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  await world.pass(60_000);
  world.restart((database) => {
    const sqlite = new DatabaseSync(database);
    // A version 1 database has no contacts table; its codes and answers tables match version 2.
    sqlite.exec(`
      DROP TABLE contacts;
      ALTER TABLE codes ADD COLUMN state TEXT NOT NULL DEFAULT 'live';
      ALTER TABLE codes ADD COLUMN retired_ms INTEGER;
      PRAGMA user_version = 1`);
    sqlite.close();
  });
  t.is((await guest.beat()).status, 'ok');
  world.restart();
  await world.pass(45_000);
  t.is((await guest.beat()).status, 'offline');
});
