// Subscriptions to channels and the connections that they use: a subscription follows its channel to the current
// master.

import { EngineAway } from '../engine.ts';
import { givenUpAfter } from './redis-client.ts';
import type { RedisLink } from './redis-link.ts';

export interface Subscriptions {
  /** @throws `EngineAway`. */
  subscribe(channel: string, listener: (message: string) => void): Promise<void>;
  unsubscribe(channel: string): void;
  /** Calls the listener after lost subscriptions are restored: messages in between are lost. */
  onLost(listener: () => void): void;
  /** Records that this subscription has ended. */
  fell(channel: string): void;
  /** Records that messages may have been missed. */
  missed(): void;
  /** Moves subscriptions to the current masters, as far as they are connected. Returns false if some were refused. */
  follow(): Promise<boolean>;
  /** Notifies the listeners if messages were missed. */
  notify(): void;
}

interface Subscription {
  readonly listener: (message: string) => void;
  /** Null until subscribed. */
  at: RedisLink | null;
  /** Connection over which the subscription is being made. */
  asking: RedisLink | null;
}

export function createSubscriptions(linkOf: (channel: string) => RedisLink | null, timeout_ms: number): Subscriptions {
  const wanted = new Map<string, Subscription>();
  const listeners = new Set<() => void>();
  let missed = false;
  const stand = async (channel: string, subscription: Subscription, link: RedisLink): Promise<void> => {
    const { listener } = subscription;
    subscription.asking = link;
    const pending = link.hints.sSubscribe(channel, listener);
    try {
      await givenUpAfter(pending, timeout_ms);
    } catch (thrown) {
      // It may succeed after the timeout, when it is no longer wanted.
      pending.then(() => link.hints.sUnsubscribe(channel, listener)).catch(() => {});
      throw thrown;
    } finally {
      subscription.asking = null;
    }
    subscription.at = link;
    if (wanted.get(channel) !== subscription) end(channel, subscription);
  };
  const end = (channel: string, { at, listener }: Subscription): void =>
    // Passes the listener, so that a subscription renewed in the meantime stays.
    void at?.hints.sUnsubscribe(channel, listener).catch(() => {});
  return {
    async subscribe(channel, listener) {
      const link = linkOf(channel);
      if (!link) throw new EngineAway('The server of this channel is unreachable.');
      const subscription: Subscription = { listener, at: null, asking: null };
      wanted.set(channel, subscription);
      try {
        await stand(channel, subscription, link);
      } catch (thrown) {
        if (wanted.get(channel) === subscription) wanted.delete(channel);
        throw thrown;
      }
    },
    unsubscribe(channel) {
      const subscription = wanted.get(channel);
      wanted.delete(channel);
      if (subscription) end(channel, subscription);
    },
    onLost: (listener) => void listeners.add(listener),
    fell(channel) {
      const subscription = wanted.get(channel);
      if (subscription) subscription.at = null;
    },
    missed: () => void (missed = true),
    async follow() {
      const moving = [...wanted].flatMap(([channel, subscription]) => {
        const link = linkOf(channel);
        if (!link || subscription.at === link || subscription.asking === link) return [];
        missed = true;
        if (subscription.at) end(channel, subscription);
        return [stand(channel, subscription, link)];
      });
      const stood = await Promise.allSettled(moving);
      return stood.every(({ status }) => status === 'fulfilled');
    },
    notify() {
      if (!missed) return;
      missed = false;
      for (const listener of listeners) listener();
    },
  };
}
