// The ports over which bytes come and go, with a tape between them and the firmware: the cable of the sensor, HTTP and TCP.

import type { Http, HttpAnswer, HttpDocument } from '../../hal/http/http.ts';
import type { SerialLine, SerialListener, SerialPort } from '../../hal/serial/serial.ts';
import type { Tcp, TcpListener } from '../../hal/tcp/tcp.ts';
import { ok, type Result } from '../../wire/errors.ts';
import type { Tape } from './recorder-proxy.ts';

/** Its headers say who asks and prove it; they stay off the tape. */
export function tapedHttp(tape: Tape, below: Http | null): Http {
  let calls = 0;
  function call<T>(
    method: string,
    url: string,
    body: string,
    ask: (http: Http, done: (answer: Result<T>) => void) => () => void,
    done: (answer: Result<T>) => void,
  ): () => void {
    const name = `http ${++calls}`;
    tape.leave('http', method, url, body);
    tape.await(name, (answer: Result<T>) => {
      tape.forget(name);
      done(answer);
    });
    const cancel = below && ask(below, (answer) => tape.enter(name, [answer]));
    return () => {
      tape.leave(`${name} cancelled`);
      tape.forget(name);
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

export function tapedTcp(tape: Tape, below: Tcp | null): Tcp {
  let connections = 0;
  return {
    connect(to, listener) {
      const name = `tcp ${++connections}`;
      tape.leave('tcp.connect', to.host, to.port);
      const names = { open: `${name} open`, data: `${name} data`, closed: `${name} closed` };
      const forget = (): void => Object.values(names).forEach((each) => tape.forget(each));
      tape.await(names.open, () => listener.open());
      tape.await(names.data, (bytes: Uint8Array) => listener.data(bytes));
      tape.await(names.closed, (error: Parameters<TcpListener['closed']>[0]) => {
        forget();
        listener.closed(error);
      });
      const connection = below?.connect(to, {
        open: () => tape.enter(names.open, []),
        data: (bytes) => tape.enter(names.data, [bytes]),
        closed: (error) => tape.enter(names.closed, [error]),
      });
      return {
        write(bytes) {
          tape.leave(`${name} write`, bytes);
          connection?.write(bytes);
        },
        close() {
          tape.leave(`${name} close`);
          forget();
          connection?.close();
        },
      };
    },
  };
}

export function tapedSerial(tape: Tape, below: SerialPort | null, path: string): SerialPort {
  let opened = 0;
  let plugs = 0;
  return {
    path,
    open(listener) {
      const name = `serial ${++opened}`;
      tape.leave('serial.open');
      return new Promise((resolve) => {
        let line: SerialLine | null = null;
        const taped = tapedLine(tape, name, () => line);
        awaitLine(tape, name, listener);
        tape.await(`${name} opened`, (answer: Result<null>) => {
          tape.forget(`${name} opened`);
          resolve(answer.ok ? ok(taped) : answer);
        });
        if (!below) return;
        const entering: SerialListener = {
          bytes: (chunk) => tape.enter(`${name} bytes`, [chunk]),
          closed: (reason) => tape.enter(`${name} closed`, [reason]),
        };
        const opening = async (): Promise<void> => {
          const answer = await below.open(entering);
          if (answer.ok) line = answer.value;
          tape.enter(`${name} opened`, [answer.ok ? ok(null) : answer]);
        };
        void opening();
      });
    },
    onPlug(plugged) {
      const name = `plug ${++plugs}`;
      tape.await(name, plugged);
      const end = below?.onPlug(() => tape.enter(name, []));
      return () => {
        tape.forget(name);
        end?.();
      };
    },
  };
}

function awaitLine(tape: Tape, name: string, listener: SerialListener): void {
  tape.await(`${name} bytes`, (chunk: Uint8Array) => listener.bytes(chunk));
  tape.await(`${name} closed`, (reason: string) => {
    tape.forget(`${name} bytes`);
    tape.forget(`${name} closed`);
    listener.closed(reason);
  });
}

const tapedLine = (tape: Tape, name: string, line: () => SerialLine | null): SerialLine => ({
  write(bytes) {
    tape.leave('serial.write', bytes);
    line()?.write(bytes);
  },
  close() {
    tape.leave('serial.close');
    tape.forget(`${name} bytes`);
    tape.forget(`${name} closed`);
    return new Promise((resolve) => {
      tape.await(`${name} shut`, () => {
        tape.forget(`${name} shut`);
        resolve();
      });
      void line()
        ?.close()
        .then(() => tape.enter(`${name} shut`, []));
    });
  },
});
