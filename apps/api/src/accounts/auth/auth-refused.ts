/** A refusal in the form of the authentication protocol: `{code, error_code, msg}`. */
export class AuthRefused extends Error {
  override readonly name = 'AuthRefused';

  constructor(
    readonly status: number,
    readonly errorCode: string,
    message: string,
  ) {
    super(message);
  }
}

const refusal = (status: number, errorCode: string, message: string) => () =>
  new AuthRefused(status, errorCode, message);

export const badInput = (message: string) => new AuthRefused(400, 'validation_failed', message);
export const noPhones = refusal(
  400,
  'phone_provider_disabled',
  'You can’t sign in with a phone number here; use an email address',
);
export const invalidCredentials = refusal(400, 'invalid_credentials', 'Invalid login credentials');
export const emailNotConfirmed = refusal(400, 'email_not_confirmed', 'Email not confirmed');
export const linkExpired = refusal(403, 'otp_expired', 'Email link is invalid or has expired');
export const codeNotFound = refusal(
  404,
  'flow_state_not_found',
  'The code is unknown, was already used or has expired',
);
export const badCodeVerifier = refusal(
  400,
  'bad_code_verifier',
  'code challenge does not match previously saved code verifier',
);
export const tooManyMails = (seconds: number) =>
  new AuthRefused(
    429,
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${seconds} seconds.`,
  );
export const refreshTokenNotFound = refusal(
  400,
  'refresh_token_not_found',
  'Invalid Refresh Token: Refresh Token Not Found',
);
export const refreshTokenUsed = refusal(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
export const noToken = refusal(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
export const badToken = refusal(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature, or it is expired');
export const sessionNotFound = refusal(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
export const reauthenticationNeeded = refusal(
  400,
  'reauthentication_needed',
  'Please enter your current password to choose a new one',
);
/** For changes to how the account is accessed, if the session's holder has not confirmed who they are recently. */
export const ownerNotConfirmed = refusal(403, 'reauthentication_needed', 'Please confirm that it’s you first');
export const wrongNonce = refusal(
  422,
  'reauthentication_not_valid',
  'This code is wrong, was already used or has expired',
);
export const noLinkedIdentities = refusal(404, 'manual_linking_disabled', 'Manual linking is disabled');
export const wrongCurrentPassword = refusal(400, 'invalid_credentials', 'Your current password is incorrect');
export const insufficientAal = refusal(403, 'insufficient_aal', 'AAL2 required: enter the code of your second factor');
export const factorNotFound = refusal(404, 'mfa_factor_not_found', 'Factor not found');
export const tooManyFactors = refusal(
  422,
  'too_many_enrolled_mfa_factors',
  'Maximum number of verified factors reached, unenroll to continue',
);
export const factorNameTaken = (name: string) =>
  new AuthRefused(
    422,
    'mfa_factor_name_conflict',
    `A factor with the friendly name "${name}" for this user already exists`,
  );
export const challengeExpired = refusal(
  422,
  'mfa_challenge_expired',
  'MFA challenge has expired or is unknown, create a new challenge',
);
export const wrongFactorCode = refusal(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
export const weakPassword = (message: string) => new AuthRefused(422, 'weak_password', message);
export const unknownPath = refusal(404, 'not_found', 'There is nothing at this address');
