// HTTP status of the API's errors.

/** HTTP status of each error code. */
export const STATUS_OF: Readonly<Partial<Record<string, number>>> = {
  unauthorized: 401,
  forbidden_host: 403,
  forbidden_origin: 403,
  not_found: 404,
  real_sensor: 409,
  real_device: 409,
  recorded: 409,
  not_recorded: 409,
  real_time: 409,
  device_off: 409,
  not_seen: 409,
  wifi_missing: 409,
  too_many: 429,
  sensor_unplugged: 409,
  putter_busy: 409,
  too_large: 413,
  flash_failed: 500,
  flash_full: 500,
  flash_read_only: 500,
  data_unusable: 500,
  internal: 500,
};
