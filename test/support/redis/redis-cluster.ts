// A cluster for one test: masters on free ports with folders of their own that share the slots, and optional replicas.

import type { ExecutionContext } from 'ava';
import * as v from 'valibot';
import { freePort } from '../process/free-port.ts';
import { itemAt } from '../items.ts';
import { TIMEOUT_MS } from '../process/timeouts.ts';
import { asking, pollUntil, type Asking } from './redis-client.ts';
import { startRedis, type RedisServer } from './redis-server.ts';

interface ClusterNode extends RedisServer {
  readonly id: string;
  readonly ask: Asking;
}

interface Cluster {
  readonly masters: readonly ClusterNode[];
  readonly replicas: readonly ClusterNode[];
  readonly url: string;
}

export const SLOTS = 16_384;
const NODE_TIMEOUT_MS = 1000;

/**
 * Starts a cluster. `size`: number of masters. `slots`: number of assigned slots. `replicas`: number of masters with
 * one replica each.
 */
export async function startCluster(
  t: ExecutionContext,
  {
    slots = SLOTS,
    size = 3,
    replicas = 0,
    settings = [],
  }: { slots?: number; size?: number; replicas?: number; settings?: readonly string[] } = {},
): Promise<Cluster> {
  const masters = await Promise.all(Array.from({ length: size }, () => startNode(t, settings)));
  for (const [at, { ask }] of masters.entries()) {
    const from = Math.floor((at * slots) / masters.length);
    await ask('CLUSTER', 'ADDSLOTSRANGE', `${from}`, `${Math.floor(((at + 1) * slots) / masters.length) - 1}`);
    await ask('CLUSTER', 'SET-CONFIG-EPOCH', `${at + 1}`);
  }
  const following = await Promise.all(masters.slice(0, replicas).map(() => startNode(t, settings)));
  const nodes = [...masters, ...following];
  const [first] = masters;
  for (const { bus_port, port } of nodes.slice(1))
    await first?.ask('CLUSTER', 'MEET', '127.0.0.1', `${port}`, `${bus_port}`);
  const knows = (info: unknown): boolean => new RegExp(`cluster_known_nodes:${nodes.length}\\r`).test(String(info));
  for (const { ask } of nodes)
    await pollUntil('all nodes know each other', TIMEOUT_MS, () => ask('CLUSTER', 'INFO'), knows);
  for (const [at, { ask }] of following.entries()) {
    await ask('CLUSTER', 'REPLICATE', masters[at]?.id ?? '');
    const isLinked = (info: unknown): boolean => /master_link_status:up/.test(String(info));
    await pollUntil('the replica follows', TIMEOUT_MS, () => ask('INFO', 'replication'), isLinked);
  }
  if (slots === SLOTS)
    for (const { ask } of nodes)
      await pollUntil('all slots are served', TIMEOUT_MS, () => ask('CLUSTER', 'INFO'), (info) => /cluster_state:ok/.test(String(info))); // oxfmt-ignore
  const hosts = masters.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return { masters, replicas: following, url: `redis-cluster://${hosts}` };
}

async function startNode(t: ExecutionContext, settings: readonly string[]) {
  const bus_port = await freePort();
  const timing = ['--cluster-node-timeout', `${NODE_TIMEOUT_MS}`, '--repl-diskless-sync-delay', '0'];
  const cluster = ['--cluster-enabled', 'yes', '--cluster-port', `${bus_port}`, ...timing];
  const server = await startRedis([...cluster, ...settings]);
  t.teardown(() => server.end());
  const ask = await asking(t, server.port);
  return { ...server, bus_port, ask, id: String(await ask('CLUSTER', 'MYID')) };
}

/** Moves a slot and its keys from its current master to another one, as redis-cli does. */
export async function moveSlot(masters: readonly ClusterNode[], slot: number): Promise<void> {
  const size = Math.floor(SLOTS / masters.length);
  const from = Math.min(Math.floor(slot / size), masters.length - 1);
  const [source, target] = [itemAt(masters, from), itemAt(masters, (from + 1) % masters.length)];
  await target.ask('CLUSTER', 'SETSLOT', `${slot}`, 'IMPORTING', source.id);
  await source.ask('CLUSTER', 'SETSLOT', `${slot}`, 'MIGRATING', target.id);
  const keys = v.parse(v.array(v.string()), await source.ask('CLUSTER', 'GETKEYSINSLOT', `${slot}`, '1000'));
  await source.ask('MIGRATE', '127.0.0.1', `${target.port}`, '', '0', '5000', 'KEYS', ...keys);
  for (const { ask } of [target, source]) await ask('CLUSTER', 'SETSLOT', `${slot}`, 'NODE', target.id);
  for (const { ask } of masters.filter((master) => master !== source && master !== target))
    await ask('CLUSTER', 'SETSLOT', `${slot}`, 'NODE', target.id);
}
