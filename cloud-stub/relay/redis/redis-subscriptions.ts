// What is subscribed to, and over which connection: a subscription follows its channel to the master that has it by now.

import { EngineAway } from '../engine.ts';
import { givenUpAfter } from './redis-client.ts';
import type { Link } from './redis-link.ts';

export interface Subscriptions {
  /** @throws `EngineAway`. */
  subscribe(channel: string, listener: (message: string) => void): Promise<void>;
  unsubscribe(channel: string): void;
  /** Calls when some stand again after they had fallen: what was published in between is lost. */
  onLost(listener: () => void): void;
  /** This one is not there any more. */
  fell(channel: string): void;
  /** Something may have been published that nobody here has heard. */
  missed(): void;
  /** Subscribes where the channels are by now, as far as there are connections to it. False where some were refused. */
  follow(): Promise<boolean>;
  /** Tells those who want to know, if something was missed. */
  tell(): void;
}

interface Subscription {
  readonly listener: (message: string) => void;
  /** Null until it stands. */
  at: Link | null;
  /** Over which it is being made. */
  asking: Link | null;
}

export function createSubscriptions(linkOf: (channel: string) => Link | null, timeout_ms: number): Subscriptions {
  const wanted = new Map<string, Subscription>();
  const listeners = new Set<() => void>();
  let missed = false;
  const stand = async (channel: string, subscription: Subscription, link: Link): Promise<void> => {
    const { listener } = subscription;
    subscription.asking = link;
    const asked = link.hints.sSubscribe(channel, listener);
    try {
      await givenUpAfter(asked, timeout_ms);
    } catch (thrown) {
      // It may stand later, and nobody wants it then.
      asked.then(() => link.hints.sUnsubscribe(channel, listener)).catch(() => {});
      throw thrown;
    } finally {
      subscription.asking = null;
    }
    subscription.at = link;
    if (wanted.get(channel) !== subscription) end(channel, subscription);
  };
  const end = (channel: string, { at, listener }: Subscription): void =>
    // With its listener, or one that is subscribed to again meanwhile would be taken to stand.
    void at?.hints.sUnsubscribe(channel, listener).catch(() => {});
  return {
    async subscribe(channel, listener) {
      const link = linkOf(channel);
      if (!link) throw new EngineAway('The server of this channel is away.');
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
    tell() {
      if (!missed) return;
      missed = false;
      for (const listener of listeners) listener();
    },
  };
}
