// State of the first start, as the form on a phone shows it.

export interface Network {
  readonly name: string;
  readonly signal_percent: number;
  readonly secured: boolean;
  /** Whether joining requires a user name as well (802.1X). */
  readonly enterprise: boolean;
  readonly known: boolean;
}

export interface SetUpState {
  /** Whether the first start is finished. */
  readonly done: boolean;
  /** Whether its own network is open although it knows another. */
  readonly away: boolean;
  readonly has_wifi: boolean;
  /** Action of the Wi-Fi in progress. */
  readonly action: string;
  /** Result of the last action, one sentence; '' if it succeeded. */
  readonly message: string;
  readonly networks: readonly Network[];
  /** Network being joined; '' for none. */
  readonly joining: string;
  readonly joined: string | null;
  /** Whether the joined network wants a sign-in on a web page. */
  readonly sign_in: boolean;
  readonly name: string;
  readonly country: string;
  readonly players: readonly string[];
  /** Why the board file is not used; '' if it is. */
  readonly board_problem: string;
}

type Adapter = Pick<SetUpState, 'has_wifi'>;

/** Whether a device that restarts answers again, but does not know its Wi-Fi yet. */
export const isRestarting = (before: Adapter | null, now: Adapter): boolean =>
  before?.has_wifi === true && !now.has_wifi;
