// Recorded byte ports of the firmware: the sensor cable, HTTP and TCP.

import type { Http, HttpAnswer, HttpDocument } from '../../hal/http/http.ts';
import type { SerialLine, SerialListener, SerialPort } from '../../hal/serial/serial.ts';
import type { Tcp, TcpListener } from '../../hal/tcp/tcp.ts';
import { ok, type Result } from '../../wire/errors.ts';
import { answered, awaitOnce, checkedResult, numbered, subscribed } from './recorded-calls.ts';
import type { RecorderProxy } from './recorder-proxy.ts';

/** Records HTTP without the headers, which identify and authenticate the client. */
export function recordedHttp(proxy: RecorderProxy, below: Http | null): Http {
  let calls = 0;
  function call<T>(
    method: string,
    url: string,
    body: string,
    ask: (http: Http, done: (answer: Result<T>) => void) => () => void,
    done: (answer: Result<T>) => void,
  ): () => void {
    const name = `http ${++calls}`;
    proxy.leave('http', method, url, body);
    awaitOnce(proxy, name, done);
    const cancel = below && ask(below, (answer) => proxy.enter(name, [answer]));
    return () => {
      proxy.leave(`${name} cancelled`);
      proxy.forget(name);
      cancel?.();
    };
  }
  return {
    post: (request, done) =>
      call<HttpAnswer>(
        'POST',
        request.url,
        new TextDecoder().decode(request.body),
        (http, answered) => http.post(request, answered),
        done,
      ),
    get: (request, done) =>
      call<HttpDocument>('GET', request.url, '', (http, answered) => http.get(request, answered), done),
  };
}

export function recordedTcp(proxy: RecorderProxy, below: Tcp | null): Tcp {
  let connections = 0;
  return {
    connect(to, listener) {
      const name = `tcp ${++connections}`;
      proxy.leave('tcp.connect', to.host, to.port);
      const names = { open: `${name} open`, data: `${name} data`, closed: `${name} closed` };
      const forget = (): void => Object.values(names).forEach((each) => proxy.forget(each));
      proxy.await(names.open, () => listener.open());
      proxy.await(names.data, (bytes: Uint8Array) => listener.data(bytes));
      proxy.await(names.closed, (error: Parameters<TcpListener['closed']>[0]) => {
        forget();
        listener.closed(error);
      });
      const connection = below?.connect(to, {
        open: () => proxy.enter(names.open, []),
        data: (bytes) => proxy.enter(names.data, [bytes]),
        closed: (error) => proxy.enter(names.closed, [error]),
      });
      return {
        write(bytes) {
          proxy.leave(`${name} write`, bytes);
          connection?.write(bytes);
        },
        close() {
          proxy.leave(`${name} close`);
          forget();
          connection?.close();
        },
      };
    },
  };
}

export function recordedSerial(proxy: RecorderProxy, below: SerialPort | null, path: string): SerialPort {
  let opened = 0;
  const nextPlug = numbered('plug');
  return {
    path,
    open(listener, baud) {
      const name = `serial ${++opened}`;
      proxy.leave('serial.open');
      return new Promise((resolve) => {
        let line: SerialLine | null = null;
        const recorded = recordedLine(proxy, name, () => line);
        awaitLine(proxy, name, listener);
        awaitOnce(proxy, `${name} opened`, (given: Result<null>) => {
          const answer = checkedResult(given);
          resolve(answer.ok ? ok(recorded) : answer);
        });
        if (!below) return;
        const entering: SerialListener = {
          bytes: (chunk) => proxy.enter(`${name} bytes`, [chunk]),
          closed: (reason) => proxy.enter(`${name} closed`, [reason]),
        };
        const opening = async (): Promise<void> => {
          const answer = await below.open(entering, baud);
          if (answer.ok) line = answer.value;
          proxy.enter(`${name} opened`, [answer.ok ? ok(null) : answer]);
        };
        void opening();
      });
    },
    onPlug: (plugged) => subscribed(proxy, nextPlug(), plugged, below?.onPlug),
  };
}

function awaitLine(proxy: RecorderProxy, name: string, listener: SerialListener): void {
  proxy.await(`${name} bytes`, (chunk: Uint8Array) => listener.bytes(chunk));
  proxy.await(`${name} closed`, (reason: string) => {
    proxy.forget(`${name} bytes`);
    proxy.forget(`${name} closed`);
    listener.closed(reason);
  });
}

const recordedLine = (proxy: RecorderProxy, name: string, line: () => SerialLine | null): SerialLine => ({
  write(bytes) {
    proxy.leave('serial.write', bytes);
    line()?.write(bytes);
  },
  close() {
    proxy.leave('serial.close');
    proxy.forget(`${name} bytes`);
    proxy.forget(`${name} closed`);
    return answered(proxy, `${name} shut`, () => line()?.close() ?? Promise.resolve());
  },
});
