// OpenID provider for tests that can simulate faults: wrong keys, missing tokens, reusable codes.
// Browser tests use the package oidc-provider, which follows the OpenID specification, instead of this one.
import { createHash, createSign, randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { generateKeyPair } from './generate-key-pair.ts'

type Claims = Record<string, unknown>

export interface OpenIdProvider {
  issuer: string
  /** OpenID claims of the user who signs in next at the simulated provider. */
  userClaims: Claims
  /** Test hook that changes the claims of the ID token before the simulated provider signs the token. */
  tamper: (claims: Claims) => Claims
  /**
   * Fault to simulate: an ID token signed with an unpublished key, a response without an ID token, status 500,
   * a wrong issuer in the discovery document, or an authorization code that can be redeemed twice.
   */
  fault?: 'wrong key' | 'no identity' | 'broken' | 'wrong issuer' | 'endless codes'
  /** Query parameters of the last authorization request. */
  authorizationQuery: URLSearchParams
  close(): Promise<void>
}

const encodeBase64urlJson = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** Generating a signing key takes half a second, so all OpenID providers of the tests share two keys. */
const [key, otherKey] = [
  generateKeyPair('rsa', { modulusLength: 2048 }),
  generateKeyPair('rsa', { modulusLength: 2048 }),
]

function signClaims(claims: Claims, { privateKey }: ReturnType<typeof generateKeyPair>): string {
  const content = `${encodeBase64urlJson({ alg: 'RS256', typ: 'JWT', kid: 'ujian' })}.${encodeBase64urlJson(claims)}`
  return `${content}.${createSign('RSA-SHA256').update(content).sign(privateKey, 'base64url')}`
}

function sendJson(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export async function startFakeOpenIdProvider(port = 0): Promise<OpenIdProvider> {
  const grants = new Map<string, URLSearchParams>()
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', provider.issuer)
    if (provider.fault === 'broken') return void sendJson(response, { error: 'server_error' }, 500)
    if (url.pathname === '/.well-known/openid-configuration')
      return void sendJson(response, buildDiscoveryDocument())
    if (url.pathname === '/jwks') {
      const jwk = key.publicKey.export({ format: 'jwk' })
      return void sendJson(response, { keys: [{ ...jwk, kid: 'ujian', alg: 'RS256', use: 'sig' }] })
    }
    if (url.pathname === '/authorize') return handleAuthorization(url.searchParams, response)
    let body = ''
    for await (const chunk of request) body += chunk
    return handleTokenRequest(new URLSearchParams(body), response)
  })

  function buildDiscoveryDocument() {
    const buildUrl = (path: string) => `${provider.issuer}${path}`
    return {
      issuer: provider.fault === 'wrong issuer' ? 'https://lain.example' : provider.issuer,
      authorization_endpoint: buildUrl('/authorize'),
      token_endpoint: buildUrl('/token'),
      jwks_uri: buildUrl('/jwks'),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }
  }

  /** Redirects back with an authorization code at once, as if the user in `person` had signed in and consented. */
  function handleAuthorization(query: URLSearchParams, response: ServerResponse): void {
    provider.authorizationQuery = query
    const code = randomUUID()
    grants.set(code, query)
    const back = new URL(query.get('redirect_uri') ?? '')
    back.search = String(new URLSearchParams({ code, state: query.get('state') ?? '' }))
    response.writeHead(302, { location: back.href }).end()
  }

  function handleTokenRequest(form: URLSearchParams, response: ServerResponse): void {
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isGrantValid =
      grant?.get('code_challenge') === challenge && form.get('client_secret') === 'rahsia-ujian'
    if (!grant || !isGrantValid) return void sendJson(response, { error: 'invalid_grant' }, 400)
    if (provider.fault !== 'endless codes') grants.delete(code)
    const now = Math.floor(Date.now() / 1000)
    const claims = provider.tamper({
      iss: provider.issuer,
      aud: grant.get('client_id'),
      iat: now,
      exp: now + 300,
      auth_time: now,
      nonce: grant.get('nonce'),
      ...provider.userClaims,
    })
    const idToken = signClaims(claims, provider.fault === 'wrong key' ? otherKey : key)
    sendJson(response, {
      access_token: randomUUID(),
      token_type: 'Bearer',
      expires_in: 300,
      ...(provider.fault !== 'no identity' && { id_token: idToken }),
    })
  }

  const provider: OpenIdProvider = {
    issuer: '',
    userClaims: {},
    tamper: claims => claims,
    authorizationQuery: new URLSearchParams(),
    close: () => new Promise(resolve => void server.close(() => resolve())),
  }
  await new Promise<void>(resolve => void server.listen(port, '127.0.0.1', () => resolve()))
  provider.issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  return provider
}
