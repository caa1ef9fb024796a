import type { Standard } from '#shared/endpoint.ts';
import { Failure, failureRow, type FailureName } from '#shared/errors.ts';

/** The words RFC 7644 (3.12) has for what is wrong with a request. */
type ScimType = 'invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue' | 'mutability' | 'uniqueness';

/** A refusal in SCIM's words. The detail is read by whoever sets the provider up: it says what to do. */
export class ScimRefused extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

/** Our failures that a provider can meet, as they are told to it. */
const refusals: Partial<Record<FailureName, ScimRefused>> = {
  signedOut: new ScimRefused(401, 'The token is unknown or was revoked. Make one under Organisation → Single sign-on.'),
  networkNotAllowed: new ScimRefused(403, 'The token may not be used from this network.'),
  notFound: new ScimRefused(404, 'There is no such user.'),
  lastOwner: new ScimRefused(409, 'This is the last owner of the team. Make somebody else an owner first.'),
  tooManyRequests: new ScimRefused(429, 'Too many requests. Try again in a minute.'),
};

export const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** How somebody without a token that counts shows one (RFC 6750, 3; RFC 7644, 2). */
const CHALLENGE = { 'www-authenticate': 'Bearer realm="OpenSeat SCIM", error="invalid_token"' };

/** Null for what is neither a refusal of SCIM nor a failure of ours. */
export function scimRefusal(thrown: unknown): ReturnType<Standard['refusal']> {
  const refused = thrown instanceof Failure ? (refusals[thrown.name] ?? asIs(thrown)) : thrown;
  if (!(refused instanceof ScimRefused)) return null;
  const { status, scimType, message: detail } = refused;
  return {
    status,
    ...(status === 401 ? { headers: CHALLENGE } : {}),
    body: { schemas: [ERROR_SCHEMA], status: String(status), ...(scimType ? { scimType } : {}), detail },
  };
}

function asIs({ name, detail }: Failure): ScimRefused {
  const status = failureRow(name).http ?? 400;
  return new ScimRefused(status, detail || name, name === 'invalidInput' ? 'invalidValue' : undefined);
}
