// Form with which a phone sets up a device at its first start: the network to join, and the names.

/** Network to join. `secret`: null for an open or known network. */
export interface SetUpNetwork {
  readonly name: string;
  readonly secret: string | null;
  /** User name of an enterprise network. */
  readonly user?: string | undefined;
  readonly hidden?: boolean | undefined;
}

export interface SetUpForm {
  /** null to stay without a network, or on the present one. */
  readonly network: SetUpNetwork | null;
  /** Name of the device; '' leaves it. */
  readonly name: string;
  /** Two capital letters (ISO 3166-1); '' leaves it. */
  readonly country: string;
  /** Names of the first players, at most PLAYERS_MAX; '' leaves a player's name. */
  readonly players: readonly string[];
}

export const isCountry = (text: string): boolean => /^[A-Z]{2}$/.test(text);
