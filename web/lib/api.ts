import type { ErrorBody } from '#shared/contracts/errors.ts'

/** `message` is the status and the body's text; `text` is the sentence made for a person. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly text: string
  readonly fields: Record<string, string>

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`)
    this.status = status
    const answer = parseBody(body)
    this.code = answer?.code ?? ''
    this.text = answer?.message ?? ''
    this.fields = answer?.fields ?? {}
  }
}

/** The server was not reached at all. */
export class NetworkError extends Error {}

const offline = 'Sambungan ke pelayan terputus. Sila semak rangkaian anda dan cuba lagi.'

/** What to tell a person: the server's own words, or that it was not reached, or else `otherwise`. */
export function failureText(error: Error, otherwise: string): string {
  if (error instanceof NetworkError) return offline
  return (error instanceof ApiError && error.text) || otherwise
}

function parseBody(body: string): ErrorBody | undefined {
  try {
    return JSON.parse(body) as ErrorBody
  } catch {
    return undefined
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Every call of the client goes through here. */
async function send(
  method: Method,
  url: string,
  body?: unknown,
): Promise<{ text: string; headers: Headers }> {
  const response = await fetch(url, {
    method,
    credentials: 'include',
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  }).catch(error => {
    throw new NetworkError('network', { cause: error })
  })
  const text = await response.text()
  if (!response.ok) throw new ApiError(response.status, text, response.statusText)
  return { text, headers: response.headers }
}

export async function request<T>(method: Method, url: string, body?: unknown): Promise<T> {
  const { text } = await send(method, url, body)
  return (text ? JSON.parse(text) : undefined) as T
}

/** A page of a list; `isCapped`: there are more than the total says. */
export interface Page<T> {
  rows: T[]
  total: number
  isCapped: boolean
}

export async function requestPage<T>(url: string): Promise<Page<T>> {
  const { text, headers } = await send('GET', url)
  return {
    rows: JSON.parse(text) as T[],
    total: Number(headers.get('x-total-count')),
    isCapped: headers.has('x-total-capped'),
  }
}
