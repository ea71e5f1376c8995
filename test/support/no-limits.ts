// Disabled rate limits, for tests that are not about them.

import type { IdentityLimits } from '../../cloud-stub/accounts/limits.ts';

export const NO_IDENTITY_LIMITS: IdentityLimits = {
  begin: () => null,
  body: () => null,
  tryOut: () => null,
  tryFrom: () => null,
  mail: () => null,
  wasRight: () => {},
  wasRightFrom: () => {},
};
