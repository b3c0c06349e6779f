import { queryOptions } from '@tanstack/react-query'
import type { ErrorBody } from '#shared/contracts/errors.ts'
import type { Topic } from '#shared/contracts/topics.ts'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '#shared/endpoint.ts'
import { firstScreen } from './first-screen.ts'
import { type Answer, ask, forgetPreloaded, takeCome, takeComing } from './preloaded.ts'
import { askForProof } from './proof.ts'
import { noteAnswered, noteRecalled } from './recalled.ts'

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

/** Whether the server was reached, and answered with one of these. */
export function hasStatus(error: unknown, ...statuses: number[]): boolean {
  return error instanceof ApiError && statuses.includes(error.status)
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

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? object
  : undefined extends Value
    ? { [N in Name]?: Value }
    : Partial<Value> extends Value
      ? { [N in Name]?: Value }
      : { [N in Name]: Value }

/** What a call of this endpoint takes: what stands in its path, what it asks for, what it brings along. */
export type InputOf<E> = Part<'params', ParamsOf<E>> & Part<'query', QueryOf<E>> & Part<'body', BodyOf<E>>
/** Left out where nothing has to be given. */
export type Given<E> = Partial<InputOf<E>> extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>]

interface LooseInput {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
}

/** The address, with those parameters that have a value. */
export function addressOf<E extends Endpoint>(
  { path }: E,
  input: LooseInput & Partial<InputOf<E>> = {},
): string {
  const { params = {}, query = {} } = input as LooseInput
  const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text ? `${url}?${text}` : url
}

/** This window, as long as it is open. */
export const windowId = Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
  byte.toString(36),
).join('')

let tellTouched: (topics: Topic[]) => void = () => {}

/** Who is told what a call has changed. */
export function onTouched(listener: typeof tellTouched): void {
  tellTouched = listener
}

/**
 * A change whose answer got lost may have been made all the same, and this window is not told of its own changes again.
 * So with the next answer that does come, everything is looked up.
 */
let isInDoubt = false

/** Best effort: what cannot be kept is not there without a network, and that is all. */
async function keepAnswer(
  endpoint: Endpoint,
  address: string,
  text: string,
  headers: Headers,
): Promise<void> {
  if (!('caches' in globalThis)) return
  await firstScreen
  const { keep } = await import('./kept.ts')
  await keep(endpoint, address, text, headers)
}

/** What it answered last, where the server is not reached. */
async function recallAnswer(endpoint: Endpoint, address: string) {
  if (endpoint.method !== 'GET' || !('caches' in globalThis)) return undefined
  try {
    const { recall } = await import('./kept.ts')
    const kept = await recall(endpoint, address)
    if (kept) noteRecalled(address, kept.keptAt)
    return kept
  } catch {
    return undefined
  }
}

/** A call that is refused until the person proves who they are is made again once they have: nothing is lost. */
export async function withProof<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  try {
    return await attempt()
  } catch (error) {
    const isAsked = error instanceof ApiError && error.code === 'prove_again'
    if (!isAsked || !(await askForProof())) throw error
    return attempt()
  }
}

/** Every call of the client goes through here. */
export function send(
  endpoint: Endpoint,
  input: LooseInput = {},
): Promise<{ text: string; headers: Headers }> {
  return withProof(() => sendOnce(endpoint, input))
}

/** The server has answered, and well. */
function noteAnswer(endpoint: Endpoint, address: string, { response, text }: Answer): void {
  noteAnswered(address)
  keepAnswer(endpoint, address, text, response.headers).catch(() => {})
}

async function sendOnce(endpoint: Endpoint, input: LooseInput): Promise<{ text: string; headers: Headers }> {
  const { method } = endpoint
  const { body } = input
  const address = addressOf(endpoint, input)
  const lost = (error: unknown): never => {
    isInDoubt ||= method !== 'GET'
    throw new NetworkError('network', { cause: error })
  }
  if (method !== 'GET') forgetPreloaded()
  const coming = takeComing(address)
  const asked =
    coming ??
    ask(address, {
      method,
      headers: {
        ...(method !== 'GET' && { 'x-window': windowId }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const answer = await asked.catch(async error => (await recallAnswer(endpoint, address)) ?? lost(error))
  if (!('response' in answer)) return answer
  const { response, text } = answer
  const touched = response.headers.get('x-touched')
  if (touched) tellTouched(touched.split(' ') as Topic[])
  isInDoubt ||= method !== 'GET' && [502, 504].includes(response.status)
  if (!response.ok) throw new ApiError(response.status, text, response.statusText)
  if (isInDoubt) tellTouched(['everything'])
  isInDoubt = false
  noteAnswer(endpoint, address, answer)
  return { text, headers: response.headers }
}

/** Method, path, what it takes and what it gives all come from the endpoint's declaration. */
export async function call<E extends Endpoint>(endpoint: E, ...[input]: Given<E>): Promise<AnswerOf<E>> {
  const { text } = await send(endpoint, input)
  return (text ? JSON.parse(text) : undefined) as AnswerOf<E>
}

/** What the document asked for by itself and has got, as a query begins with it. */
export function firstData<Data>(
  endpoint: Endpoint,
  address: string,
  read: (answer: { text: string; headers: Headers }) => Data,
) {
  let at = 0
  return {
    initialData: () => {
      const come = takeCome(address)
      if (!come) return undefined
      at = come.at
      noteAnswer(endpoint, address, come)
      return read({ text: come.text, headers: come.response.headers })
    },
    initialDataUpdatedAt: () => at,
  }
}

/** Keyed by its address, which is what changes are told by. */
export function query<E extends Endpoint>(endpoint: E, ...input: Given<E>) {
  const address = addressOf(endpoint, input[0] as never)
  return queryOptions({
    queryKey: [address],
    queryFn: () => call(endpoint, ...input),
    ...firstData(endpoint, address, ({ text }) => JSON.parse(text) as AnswerOf<E>),
  })
}
