// Second barrier around the runtime in a worker: removes every API with outside access.

import test from 'ava';
import { closeDoors } from '../../../hal/isolate/closed-doors.ts';

test('[C112] removes outside APIs, own and inherited, and keeps the language', (t) => {
  class Inherited {
    importScripts(): void {}
  }
  const scope = Object.assign(new Inherited(), {
    XMLHttpRequest: function XMLHttpRequest() {},
    WebSocket: function WebSocket() {},
    ofTomorrow: () => {},
    Map,
  });
  t.deepEqual(closeDoors(scope), []);
  t.deepEqual<readonly string[], readonly string[]>(Object.getOwnPropertyNames(scope), ['Map']);
  t.is(Reflect.get<object, string>(scope, 'importScripts'), undefined);
  t.is(typeof scope.hasOwnProperty, 'function', 'Object methods stay');
});

test('[C112] reports globals that cannot be removed, except constants', (t) => {
  const scope = {};
  Object.defineProperty(scope, 'PERSISTENT', { value: 1 });
  Object.defineProperty(scope, 'fetch', { value: () => {} });
  Object.defineProperty(scope, 'caches', { value: {}, writable: true });
  t.deepEqual(closeDoors(scope), ['fetch']);
  t.is(Reflect.get<object, string>(scope, 'caches'), undefined, 'properties that cannot be deleted are overwritten');
});
