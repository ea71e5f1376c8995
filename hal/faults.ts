// Faults that a virtual port can simulate, as one shared vocabulary. A port rejects a fault that it does not support.

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
