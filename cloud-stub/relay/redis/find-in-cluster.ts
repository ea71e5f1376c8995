// Finds the servers of a cluster: its nodes report which node serves which slots
// (https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/). Ignores the report of a node that
// cannot see most of the other nodes.

import * as v from 'valibot';
import { messageOf } from '../../../wire/errors.ts';
import { EngineAway } from '../engine.ts';
import { SLOTS, slotOf } from './cluster-slot.ts';
import type { EngineAddress, ServerAddress } from './engine-address.ts';
import { EngineSilent } from './redis-client.ts';
import type { Ask, Finder, Masters } from './redis-finder.ts';

const node = v.looseTuple([v.nullable(v.string()), v.number()]);
const slotsReply = v.array(v.tupleWithRest([v.number(), v.number(), node], node));

interface Report {
  readonly epoch: number;
  readonly is_well: boolean;
  /** Number of slots assigned to a node. */
  readonly slots_covered: number;
  /** Number of slots whose master is up. */
  readonly slots_served: number;
  readonly masters: Masters;
  readonly nodes: readonly ServerAddress[];
}

export function clusterFinder({ servers }: EngineAddress): Finder {
  let [known, masters]: (readonly ServerAddress[])[] = [servers, servers];
  /** Returns the newest report of the healthy nodes. */
  const reported = async (ask: Ask, addresses: readonly ServerAddress[]): Promise<Report> => {
    const results = await Promise.allSettled(addresses.map((address) => reportOf(address, ask)));
    const reports = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const rank = ({ is_well, epoch }: Report): number => (is_well ? 1 : -1) * (epoch + 1);
    const [best] = reports.toSorted((a, b) => rank(b) - rank(a));
    if (best) return best;
    const [reason] = results.flatMap((one) => (one.status === 'rejected' ? [messageOf(one.reason)] : []));
    throw new EngineSilent(`No cluster node answered: ${reason}`);
  };
  const isWell = ({ is_well, slots_covered }: Report): boolean => is_well && slots_covered === SLOTS;
  return {
    async find(ask) {
      let report = await reported(ask, masters ?? servers).catch(() => null);
      if (!report || !isWell(report)) report = await reported(ask, known ?? servers);
      if (!isWell(report))
        throw new EngineAway(`The cluster is down: ${report.slots_served} of its ${SLOTS} slots are served.`);
      masters = report.masters.addresses;
      known = distinct([...report.nodes, ...servers]);
      return report.masters;
    },
    check: async () => {},
    onMoved() {},
    close() {},
  };
}

const distinct = (addresses: readonly ServerAddress[]): readonly ServerAddress[] => [
  ...new Map(addresses.map((address) => [`${address.host}:${address.port}`, address])).values(),
];

const reportOf = (server: ServerAddress, ask: Ask): Promise<Report> =>
  ask(server, async (client) => {
    const [info_reply, slots] = await Promise.all([
      client.sendCommand(['CLUSTER', 'INFO']),
      client.sendCommand(['CLUSTER', 'SLOTS']),
    ]);
    const info = v.parse(v.string(), info_reply);
    const field = (name: string): string => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1] ?? '';
    // A node that reports no host of its own has the host that was queried.
    const addressOf = ([host, port]: v.InferOutput<typeof node>): ServerAddress => ({
      host: host || server.host,
      port,
    });
    const ranges = v.parse(slotsReply, slots);
    const addresses = distinct(ranges.map(([, , master]) => addressOf(master)));
    const index = new Int16Array(SLOTS).fill(-1);
    for (const [from, to, master] of ranges) {
      const { host, port } = addressOf(master);
      const at = addresses.findIndex((address) => address.host === host && address.port === port);
      index.fill(at, from, to + 1);
    }
    return {
      epoch: Number(field('cluster_current_epoch')),
      is_well: field('cluster_state') === 'ok',
      slots_covered: index.filter((at) => at !== -1).length,
      slots_served: Number(field('cluster_slots_ok')),
      masters: { addresses, indexOf: (key) => index[slotOf(key)] ?? -1 },
      nodes: ranges.flatMap(([, , ...nodes]) => nodes.map(addressOf)),
    };
  });
