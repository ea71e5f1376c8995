// Routes of the cloud's pages, whose code is loaded on the first request to one of them. A test compares them with the
// loaded routes.

import type { RouteShape } from '../http/late-routes.ts';
import { FORM_BYTES_MAX } from './common/form.ts';

/** Public routes, present with any identity provider, in addition to the files that pages load. */
export const PUBLIC_SHAPES: readonly RouteShape[] = [
  ['GET', '/site.css'],
  ['GET', '/pictures/:hash'],
  ['GET HEAD', '/'],
  ['GET HEAD', '/store/:code'],
  ['GET', '/store'],
];

/** Routes of a cloud with its own accounts. */
export const ACCOUNT_SHAPES: readonly RouteShape[] = [
  ['GET', '/sign-in'],
  ['GET', '/signed-in'],
  ['POST', '/sign-out'],
  ['GET', '/signed-out'],
  ['GET', '/own'],
  ['GET POST', '/own/new', FORM_BYTES_MAX],
  ['GET', '/own/:code'],
  ['GET POST', '/own/:code/edit', FORM_BYTES_MAX],
  ['GET POST', '/own/:code/changes'],
  ['POST', '/own/:code/request'],
  ['POST', '/own/:code/withdraw'],
  ['POST', '/own/:code/release'],
  ['POST', '/own/:code/delete'],
  ['GET', '/account'],
  ['POST', '/account/name'],
  ['POST', '/account/password'],
  ['POST', '/account/address'],
  ['POST', '/account/confirm-address'],
  ['POST', '/account/token'],
  ['POST', '/account/revoke'],
  ['POST', '/account/passkey'],
  ['POST', '/account/add-passkey'],
  ['POST', '/account/remove-passkey'],
  ['POST', '/account/sign-out-place'],
  ['POST', '/account/sign-out-everywhere'],
  ['POST', '/account/delete'],
  ['GET', '/account/deleted'],
  ['GET', '/own/export'],
  ['GET', '/support/sign-in'],
  ['GET', '/support/signed-in'],
  ['POST', '/support/sign-out'],
  ['GET', '/support/signed-out'],
  ['GET', '/support'],
  ['GET POST', '/support/extension/:code', FORM_BYTES_MAX],
  ['POST', '/support/extension/:code/comment', FORM_BYTES_MAX],
  ['GET', '/support/extension/:code/text'],
  ['GET', '/support/log'],
  ['GET', '/support/log/export'],
  ['GET POST', '/support/people'],
  ['GET POST', '/support/join'],
  ['GET', '/support/own'],
  ['GET POST', '/support/own/new', FORM_BYTES_MAX],
  ['GET', '/support/own/:code'],
  ['GET POST', '/support/own/:code/edit', FORM_BYTES_MAX],
  ['GET POST', '/support/own/:code/changes'],
  ['POST', '/support/own/:code/request'],
  ['POST', '/support/own/:code/withdraw'],
  ['POST', '/support/own/:code/release'],
  ['POST', '/support/own/:code/delete'],
];
