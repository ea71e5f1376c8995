// Runs the sensor conformance suite on the serial sensor over the virtual cable and the virtual board, in virtual time.

import test from 'ava';
import { plugInVirtualBoard } from '../../../sims/sensor-board/board-on-port.ts';
import { overPipe } from './over-pipe.ts';
import { sensorConformance } from './sensor-conformance.ts';

sensorConformance(
  test,
  overPipe(plugInVirtualBoard, (board) => board),
);
