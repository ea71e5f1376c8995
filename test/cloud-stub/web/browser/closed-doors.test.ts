// The second wall around the runtime in a Worker: what reaches anything is taken away.

import test from 'ava';
import { closeDoors } from '../../../../cloud-stub/web/browser/preview/closed-doors.ts';

test('[C112] what reaches out goes, from the scope and what it inherits, and the language stays', (t) => {
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
  t.is(typeof scope.hasOwnProperty, 'function', 'what every object has stays');
});

test('[C112] what would not go is told, but for constants', (t) => {
  const scope = {};
  Object.defineProperty(scope, 'PERSISTENT', { value: 1 });
  Object.defineProperty(scope, 'fetch', { value: () => {} });
  Object.defineProperty(scope, 'caches', { value: {}, writable: true });
  t.deepEqual(closeDoors(scope), ['fetch']);
  t.is(Reflect.get<object, string>(scope, 'caches'), undefined, 'what can only be overwritten is');
});
