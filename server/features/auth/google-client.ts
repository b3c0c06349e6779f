// OpenID Connect with Google, or with whatever issuer is set. Found when the first person needs it, and kept: the
// program starts and runs without it.
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

/** What the browser takes along until it comes back; nobody else can finish what it began. */
export interface Attempt {
  state: string
  nonce: string
  verifier: string
}

/** Who somebody is at Google. */
export interface Identity {
  sub: string
  email: string
  isVerified: boolean
  name: string
  /** When they last signed in there, where Google says so. */
  authenticatedAt: Date | undefined
}

/** The provider does not answer, or not as one. */
export class ProviderDown extends Error {}

export interface GoogleClient {
  begin(options: { isFresh: boolean }): Promise<{ url: URL; attempt: Attempt }>
  /** Throws unless everything is as it must be: state, nonce, issuer, audience, signature, times, and the code unused. */
  finish(query: string, attempt: Attempt): Promise<Identity>
}

const patience = 8

export function createGoogleClient(settings: Settings): GoogleClient | undefined {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, OIDC_ISSUER, PUBLIC_URL } = settings
  if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) return undefined
  const issuer = new URL(OIDC_ISSUER)
  const callback = `${PUBLIC_URL}/api/auth/google/callback`
  let found: Promise<Configuration> | undefined

  /** A failure is not kept: the next person tries again. */
  function find(): Promise<Configuration> {
    found ??= discovery(issuer, GOOGLE_CLIENT_ID as string, GOOGLE_CLIENT_SECRET, undefined, {
      timeout: patience,
      // Plain HTTP only where the settings allow it, which is on this machine alone.
      execute: [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])],
    }).catch(error => {
      found = undefined
      throw new ProviderDown('the provider was not found', { cause: error })
    })
    return found
  }

  async function begin({ isFresh }: { isFresh: boolean }) {
    const configuration = await find()
    const attempt = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
    // Google itself knows no "login" and lets people choose an account instead; others ask for the password.
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

  async function finish(query: string, { state, nonce, verifier }: Attempt): Promise<Identity> {
    const configuration = await find()
    const tokens = await authorizationCodeGrant(configuration, new URL(`${callback}?${query}`), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('no identity')
    // Google puts the address into the token; others keep it for whoever asks.
    const told = claims.email ? claims : await fetchUserInfo(configuration, tokens.access_token, claims.sub)
    const { email, email_verified, name } = told
    return {
      sub: claims.sub,
      email: typeof email === 'string' ? email : '',
      isVerified: email_verified === true,
      name: typeof name === 'string' ? name : '',
      authenticatedAt: claims.auth_time === undefined ? undefined : new Date(claims.auth_time * 1000),
    }
  }

  return { begin, finish }
}
