import type { ErrorBody } from '#shared/contracts/errors.ts'

/** `message` is the status and the body's text; `text` is the sentence made for a person. */
export class ApiError extends Error {
  readonly status: number
  readonly text: string
  readonly fields: Record<string, string>

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`)
    this.status = status
    const answer = parseBody(body)
    this.text = answer?.message ?? ''
    this.fields = answer?.fields ?? {}
  }
}

function parseBody(body: string): ErrorBody | undefined {
  try {
    return JSON.parse(body) as ErrorBody
  } catch {
    return undefined
  }
}

/** Every call of the client goes through here. */
export async function request<T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(url, {
    method,
    credentials: 'include',
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  const text = await response.text()
  if (!response.ok) throw new ApiError(response.status, text, response.statusText)
  return (text ? JSON.parse(text) : undefined) as T
}
