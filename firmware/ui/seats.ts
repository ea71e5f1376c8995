// A seat as the play pages show it.

export interface SeatField {
  readonly name: string;
  readonly standing: string;
  readonly color: string;
  readonly on_turn: boolean;
  /** Whether the player is on this device, while other devices play too. */
  readonly ours?: boolean;
  /** Extra status of the seat, such as `sits out`; '' if none. */
  readonly remark: string;
}
