// Adapter that stores the OIDC library's sessions, grants, codes and tokens in the identity database.

import type { Adapter, AdapterPayload } from 'oidc-provider';
import { isFields } from '../../../wire/json-fields.ts';
import type { IdentityDatabase } from '../database.ts';

export function adapterOn(database: IdentityDatabase, model: string, unix_s: () => number): Adapter {
  const find = (by: 'id' | 'uid' | 'user_code', value: string): AdapterPayload | undefined =>
    payloadIn(database.oidc(model, by, value, unix_s()));
  const save = (id: string, payload: AdapterPayload, expires_s: number | null): void =>
    database.saveOidc({
      model,
      id,
      payload: JSON.stringify(payload),
      account: payload.accountId ?? null,
      grant_id: payload.grantId ?? (model === 'Grant' ? id : null),
      uid: payload.uid ?? null,
      user_code: payload.userCode ?? null,
      expires_s,
    });
  return {
    upsert: async (id, payload, expires_in_s) =>
      save(id, payload, expires_in_s === undefined ? null : unix_s() + expires_in_s),
    find: async (id) => find('id', id),
    findByUid: async (uid) => find('uid', uid),
    findByUserCode: async (user_code) => find('user_code', user_code),
    async consume(id) {
      const payload = find('id', id);
      if (payload) save(id, { ...payload, consumed: unix_s() }, payload.exp ?? null);
    },
    destroy: async (id) => database.removeOidc(model, id),
    revokeByGrantId: async (grant_id) => database.removeGrant(grant_id),
  };
}

function payloadIn(text: string | null): AdapterPayload | undefined {
  const payload: unknown = text === null ? null : JSON.parse(text);
  return isFields(payload) ? payload : undefined;
}
