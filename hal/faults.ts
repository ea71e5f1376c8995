// The faults that a virtual port can be told to have: one vocabulary everywhere. A port refuses a fault it does not have.

export type Fault =
  | 'ok'
  | 'off'
  | 'stuck'
  | 'garbage'
  | 'wrong'
  | 'slow'
  | 'delayed'
  | 'intermittent'
  | 'drop-byte'
  | 'flip-bit'
  | 'split'
  | 'merge';
