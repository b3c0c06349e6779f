// OpenID Connect client for Google or for the issuer in OIDC_ISSUER.
// The OpenID provider's configuration is loaded at first use, so the server starts without the provider.
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { Settings } from '#server/env.ts'

/**
 * Secrets of one authorization attempt at Google. The browser that began the attempt stores them and must finish it.
 */
export interface AuthorizationAttempt {
  state: string
  nonce: string
  verifier: string
}

/** Identity claims from Google, taken from the ID token or the userinfo endpoint. */
export interface GoogleIdentity {
  sub: string
  email: string
  isVerified: boolean
  name: string
  /** Timestamp of the last sign-in at Google, if the token states it. */
  authenticatedAt: Date | undefined
}

/** Thrown when the OpenID provider is unreachable or its discovery document is invalid. */
export class ProviderUnavailableError extends Error {}

export interface GoogleClient {
  beginAuthorization(options: { isFresh: boolean }): Promise<{ url: URL; attempt: AuthorizationAttempt }>
  /**
   * Verifies state, nonce, issuer, audience, signature and times of a Google callback, and redeems its code.
   */
  finishAuthorization(query: string, attempt: AuthorizationAttempt): Promise<GoogleIdentity>
}

const timeoutSeconds = 8

export function createGoogleClient(settings: Settings): GoogleClient | undefined {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, OIDC_ISSUER, PUBLIC_URL } = settings
  if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) return undefined
  const issuer = new URL(OIDC_ISSUER)
  const callback = `${PUBLIC_URL}/api/auth/google/callback`
  let discovered: Promise<Configuration> | undefined

  /** Discovers the OpenID provider and caches the result. A failure is not cached, so the next request retries. */
  function discoverProvider(): Promise<Configuration> {
    discovered ??= discovery(issuer, GOOGLE_CLIENT_ID as string, GOOGLE_CLIENT_SECRET, undefined, {
      timeout: timeoutSeconds,
      // Unencrypted HTTP to the OpenID provider is safe, because the settings accept it only on the local machine.
      execute: [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])],
    }).catch(error => {
      discovered = undefined
      throw new ProviderUnavailableError('OpenID discovery failed; check OIDC_ISSUER', { cause: error })
    })
    return discovered
  }

  async function beginAuthorization({ isFresh }: { isFresh: boolean }) {
    const configuration = await discoverProvider()
    const attempt = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
    // Google does not support `prompt=login`, so the user is asked to select a Google account instead.
    const prompt = issuer.hostname === 'accounts.google.com' ? 'select_account' : 'login'
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: callback,
      scope: 'openid email profile',
      code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
      state: attempt.state,
      nonce: attempt.nonce,
      ...(isFresh && { prompt, max_age: '0' }),
    })
    return { url, attempt }
  }

  async function finishAuthorization(
    query: string,
    { state, nonce, verifier }: AuthorizationAttempt,
  ): Promise<GoogleIdentity> {
    const configuration = await discoverProvider()
    const tokens = await authorizationCodeGrant(configuration, new URL(`${callback}?${query}`), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('the provider returned no ID token')
    // Google includes the email address in the ID token; other providers return it from the userinfo endpoint.
    const userInfo = claims.email
      ? claims
      : await fetchUserInfo(configuration, tokens.access_token, claims.sub)
    const { email, email_verified, name } = userInfo
    return {
      sub: claims.sub,
      email: typeof email === 'string' ? email : '',
      isVerified: email_verified === true,
      name: typeof name === 'string' ? name : '',
      authenticatedAt: claims.auth_time === undefined ? undefined : new Date(claims.auth_time * 1000),
    }
  }

  return { beginAuthorization, finishAuthorization }
}
