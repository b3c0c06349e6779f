// A small OpenID provider that does what it is told, also what a provider must never do. The good one is
// oidc-provider, in the browser tests.
import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'

type Claims = Record<string, unknown>

export interface OpenIdProvider {
  issuer: string
  /** Who signs in next. */
  person: Claims
  /** Changes what is said about them before it is signed. */
  tamper: (claims: Claims) => Claims
  /** Signs with a key that nobody published; answers without an identity; fails; calls itself by another name; redeems a code twice. */
  fault?: 'wrong key' | 'no identity' | 'broken' | 'wrong issuer' | 'endless codes'
  /** The parameters of the last request to sign in. */
  asked: URLSearchParams
  close(): Promise<void>
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
/** Half a second of work each, so every provider has the same. */
const [key, otherKey] = [newKey(), newKey()]

function sign(claims: Claims, { privateKey }: ReturnType<typeof newKey>): string {
  const content = `${encode({ alg: 'RS256', typ: 'JWT', kid: 'ujian' })}.${encode(claims)}`
  return `${content}.${createSign('RSA-SHA256').update(content).sign(privateKey, 'base64url')}`
}

function answer(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export async function startOpenId(port = 0): Promise<OpenIdProvider> {
  const grants = new Map<string, URLSearchParams>()
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', provider.issuer)
    if (provider.fault === 'broken') return void answer(response, { error: 'server_error' }, 500)
    if (url.pathname === '/.well-known/openid-configuration') return void answer(response, describe())
    if (url.pathname === '/jwks') {
      const jwk = key.publicKey.export({ format: 'jwk' })
      return void answer(response, { keys: [{ ...jwk, kid: 'ujian', alg: 'RS256', use: 'sig' }] })
    }
    if (url.pathname === '/authorize') return authorise(url.searchParams, response)
    let body = ''
    for await (const chunk of request) body += chunk
    return give(new URLSearchParams(body), response)
  })

  function describe() {
    const at = (path: string) => `${provider.issuer}${path}`
    return {
      issuer: provider.fault === 'wrong issuer' ? 'https://lain.example' : provider.issuer,
      authorization_endpoint: at('/authorize'),
      token_endpoint: at('/token'),
      jwks_uri: at('/jwks'),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }
  }

  /** Nobody is asked: whoever is to sign in has done so. */
  function authorise(query: URLSearchParams, response: ServerResponse): void {
    provider.asked = query
    const code = randomUUID()
    grants.set(code, query)
    const back = new URL(query.get('redirect_uri') ?? '')
    back.search = String(new URLSearchParams({ code, state: query.get('state') ?? '' }))
    response.writeHead(302, { location: back.href }).end()
  }

  function give(form: URLSearchParams, response: ServerResponse): void {
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight = grant?.get('code_challenge') === challenge && form.get('client_secret') === 'rahsia-ujian'
    if (!grant || !isRight) return void answer(response, { error: 'invalid_grant' }, 400)
    if (provider.fault !== 'endless codes') grants.delete(code)
    const now = Math.floor(Date.now() / 1000)
    const claims = provider.tamper({
      iss: provider.issuer,
      aud: grant.get('client_id'),
      iat: now,
      exp: now + 300,
      auth_time: now,
      nonce: grant.get('nonce'),
      ...provider.person,
    })
    const identity = sign(claims, provider.fault === 'wrong key' ? otherKey : key)
    answer(response, {
      access_token: randomUUID(),
      token_type: 'Bearer',
      expires_in: 300,
      ...(provider.fault !== 'no identity' && { id_token: identity }),
    })
  }

  const provider: OpenIdProvider = {
    issuer: '',
    person: {},
    tamper: claims => claims,
    asked: new URLSearchParams(),
    close: () => new Promise(resolve => void server.close(() => resolve())),
  }
  await new Promise<void>(resolve => void server.listen(port, '127.0.0.1', () => resolve()))
  provider.issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  return provider
}
