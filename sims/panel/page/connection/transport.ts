// Transport between the page and its devices: a server of this project, or the same tab.

export interface PanelTransport {
  /** Whether another window can show the same devices. */
  readonly is_shared: boolean;
  /** Returns the number of devices; null if it is unknown. */
  countDevices(): Promise<number | null>;
  /** Calls the HTTP API (docs/http-api.md). @throws If nothing answers. */
  call(path: string, init?: CallInit): Promise<Response>;
  /** Opens a channel to a device, as the API's WebSocket. */
  open(device: number, listener: ChannelListener): PanelChannel;
}

export interface CallInit {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface PanelChannel {
  /** Sends now or never. */
  send(text: string): void;
  /** Closes the channel; its listener hears nothing more. */
  close(): void;
}

export interface ChannelListener {
  opened(): void;
  received(data: string): void;
  closed(): void;
}
