// In-memory object store with the S3 protocol and one bucket, which requires signed requests.
// The test store computes every signature (AWS Signature Version 4) and rejects a request with a different one.
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

interface StoredObject {
  content: Buffer
  type: string
  modifiedAt: Date
}

export interface ObjectStore {
  env: Record<'S3_URL' | 'S3_BUCKET' | 'S3_KEY_ID' | 'S3_SECRET', string>
  objects: Map<string, StoredObject>
  /** Method and path of every request to the object store so far. */
  requests: string[]
  /** When set, every following request to the object store fails with 500 InternalError. */
  isBroken: boolean
  close(): Promise<void>
}

const hashSha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const computeHmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
const percentEncode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** Computes the signature of a request as the specification of AWS Signature Version 4 describes. */
function computeSignature(
  request: IncomingMessage,
  url: URL,
  secret: string,
  scope: string,
  names: string[],
) {
  const query = [...url.searchParams]
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .sort()
    .join('&')
  const headers = names.map(name => `${name}:${String(request.headers[name]).trim()}\n`).join('')
  const canonical = [
    request.method,
    url.pathname,
    query,
    headers,
    names.join(';'),
    request.headers['x-amz-content-sha256'],
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, hashSha256(canonical)].join('\n')
  const key = scope
    .split('/')
    .reduce<string | Buffer>((before, part) => computeHmac(before, part), `AWS4${secret}`)
  return computeHmac(key, toSign).toString('hex')
}

function hasValidSignature(
  request: IncomingMessage,
  url: URL,
  { S3_KEY_ID, S3_SECRET }: ObjectStore['env'],
): boolean {
  const form = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=(\w{64})$/
  const [, id, scope = '', names = '', signature] = form.exec(request.headers.authorization ?? '') ?? []
  return id === S3_KEY_ID && computeSignature(request, url, S3_SECRET, scope, names.split(';')) === signature
}

/** The fake object store lists two objects per page, so that tests detect clients that read only one page. */
const pageSize = 2

function renderListing(objects: ObjectStore['objects'], query: URLSearchParams): string {
  const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? '']
  const after = query.get('continuation-token') ?? ''
  const entries = new Map<string, string>()
  for (const [key, { content, modifiedAt }] of objects) {
    if (!key.startsWith(prefix)) continue
    const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1
    const folder = key.slice(0, end + 1)
    if (end >= 0) entries.set(folder, `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`)
    else {
      const properties = `<Key>${key}</Key><Size>${content.length}</Size><LastModified>${modifiedAt.toISOString()}</LastModified>`
      entries.set(key, `<Contents>${properties}<ETag>"${hashSha256(content)}"</ETag></Contents>`)
    }
  }
  const rest = [...entries].filter(([name]) => name > after).sort(([a], [b]) => (a < b ? -1 : 1))
  const page = rest.slice(0, pageSize)
  const next =
    rest.length > page.length ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : ''
  return `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${page.map(([, xml]) => xml).join('')}</ListBucketResult>`
}

async function handleObjectStoreRequest(
  store: ObjectStore,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '', store.env.S3_URL)
  store.requests.push(`${request.method} ${url.pathname}`)
  const body = await buffer(request)
  const sendError = (status: number, code: string) =>
    response.writeHead(status).end(request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code></Error>`)
  if (store.isBroken) return void sendError(500, 'InternalError')
  const claimedHash = request.headers['x-amz-content-sha256']
  const isBodyIntact = claimedHash === 'UNSIGNED-PAYLOAD' || claimedHash === hashSha256(body)
  if (!isBodyIntact || !hasValidSignature(request, url, store.env))
    return void sendError(403, 'SignatureDoesNotMatch')
  const [, bucket, ...path] = url.pathname.split('/').map(decodeURIComponent)
  const key = path.join('/')
  if (bucket !== store.env.S3_BUCKET) return void sendError(404, 'NoSuchBucket')
  if (key === '') return void response.end(renderListing(store.objects, url.searchParams))
  if (request.method === 'PUT') {
    const type = request.headers['content-type'] ?? 'application/octet-stream'
    store.objects.set(key, { content: body, type, modifiedAt: new Date() })
    return void response.writeHead(200, { etag: `"${hashSha256(body)}"` }).end()
  }
  if (request.method === 'DELETE') {
    store.objects.delete(key)
    return void response.writeHead(204).end()
  }
  const found = store.objects.get(key)
  if (!found) return void sendError(404, 'NoSuchKey')
  response.writeHead(200, {
    'content-length': found.content.length,
    'content-type': found.type,
    'last-modified': found.modifiedAt.toUTCString(),
    etag: `"${hashSha256(found.content)}"`,
  })
  response.end(request.method === 'HEAD' ? undefined : found.content)
}

export async function startFakeObjectStore(): Promise<ObjectStore> {
  const server = createServer((request, response) => void handleObjectStoreRequest(store, request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const store: ObjectStore = {
    env: {
      S3_URL: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'muat-naik',
      S3_KEY_ID: 'ujian',
      S3_SECRET: randomUUID(),
    },
    objects: new Map(),
    requests: [],
    isBroken: false,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return store
}
