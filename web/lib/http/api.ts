import { queryOptions } from '@tanstack/react-query'
import type { ErrorBody } from '#shared/contracts/error-body.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '#shared/endpoint.ts'
import type { Topic } from '#shared/realtime/topics.ts'
import { commonText } from '#texts/common.ts'
import { firstScreenPainted } from '#web/lib/document/first-screen.ts'
import {
  markCachedResponseAsDisplayed,
  removeDisplayedCachedResponse,
} from '#web/lib/offline/displayed-cached-responses.ts'
import {
  clearPreloadedResponses,
  fetchResponseAndText,
  type ResponseWithText,
  takePendingPreloadedRequest,
  takePreloadedResponse,
} from './preloaded-responses.ts'
import { requestReauthentication } from './reauthentication.ts'

/** Error response of the server. `message` has status and raw body, `text` the sentence for the user. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly text: string
  readonly fields: Record<string, string>

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`)
    this.status = status
    const errorBody = parseJsonBody(body)
    this.code = errorBody?.code ?? ''
    this.text = errorBody?.message ?? ''
    this.fields = errorBody?.fields ?? {}
  }
}

/** Returns true if the error is a server response with one of the given HTTP statuses. */
export function hasErrorStatus(error: unknown, ...statuses: number[]): boolean {
  return error instanceof ApiError && statuses.includes(error.status)
}

/** Error that is thrown when a request failed before any response arrived. */
export class NetworkError extends Error {}

/** Returns the error text for the user: the server's message, a text about a lost connection, or `otherwise`. */
export function getErrorMessageForUser(error: Error, otherwise: string): string {
  if (error instanceof NetworkError) return commonText.offline
  return (error instanceof ApiError && error.text) || otherwise
}

function parseJsonBody(body: string): ErrorBody | undefined {
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

/** Input of an API call: path parameters, query string and request body. */
export type InputOf<E> = Part<'params', ParamsOf<E>> & Part<'query', QueryOf<E>> & Part<'body', BodyOf<E>>
/** Arguments of an API call. If it needs no input, the argument may be omitted. */
export type EndpointArguments<E> =
  Partial<InputOf<E>> extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>]

interface LooseInput {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
}

/** Builds the endpoint's URL. Query parameters that are undefined or empty are omitted. */
export function buildEndpointUrl<E extends Endpoint>(
  { path }: E,
  input: LooseInput & Partial<InputOf<E>> = {},
): string {
  const { params = {}, query = {} } = input as LooseInput
  const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)])).toString()
  return text ? `${url}?${text}` : url
}

/** Random id of this browser window. Changes are sent with the id, so that the server does not notify this window. */
export const windowId = Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
  byte.toString(36),
).join('')

let notifyInvalidatedTopics: (topics: Topic[]) => void = () => {}

/** Sets the function that receives the topics that a request has invalidated. */
export function setInvalidatedTopicListener(listener: typeof notifyInvalidatedTopics): void {
  notifyInvalidatedTopics = listener
}

/**
 * True after the response to a mutation was lost: the mutation may have succeeded, and the server sends no event about
 * this window's own changes. After a lost response, the next successful response invalidates all queries.
 */
let isOutcomeUnknown = false

/** Stores a response in the offline response cache. A failure to store the response is ignored. */
async function storeResponseOffline(
  endpoint: Endpoint,
  url: string,
  text: string,
  headers: Headers,
): Promise<void> {
  if (!('caches' in globalThis)) return
  await firstScreenPainted
  const { cacheResponse: keep } = await import('#web/lib/offline/response-cache.ts')
  await keep(endpoint, url, text, headers)
}

/** When the server cannot be reached, the last response in the offline response cache is returned. */
async function readResponseOffline(endpoint: Endpoint, url: string) {
  if (endpoint.method !== 'GET' || !('caches' in globalThis)) return undefined
  try {
    const { readCachedResponse: recall } = await import('#web/lib/offline/response-cache.ts')
    const cached = await recall(endpoint, url)
    if (cached) markCachedResponseAsDisplayed(url, cached.cachedAt)
    return cached
  } catch {
    return undefined
  }
}

/** Re-authenticates the user when the server refused a request with `prove_again`, and sends the request again. */
export async function retryAfterReauthentication<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  try {
    return await attempt()
  } catch (error) {
    const needsReauthentication = error instanceof ApiError && error.code === 'prove_again'
    if (!needsReauthentication || !(await requestReauthentication())) throw error
    return attempt()
  }
}

/** Sends a request. Every API call of the client passes through this function. */
export function sendRequest(
  endpoint: Endpoint,
  input: LooseInput = {},
): Promise<{ text: string; headers: Headers }> {
  return retryAfterReauthentication(() => sendRequestOnce(endpoint, input))
}

/** Caches a successful response for offline use, and marks displayed data from its URL as up to date. */
function recordSuccess(endpoint: Endpoint, url: string, { response, text }: ResponseWithText): void {
  removeDisplayedCachedResponse(url)
  storeResponseOffline(endpoint, url, text, response.headers).catch(() => {})
}

async function sendRequestOnce(
  endpoint: Endpoint,
  input: LooseInput,
): Promise<{ text: string; headers: Headers }> {
  const { method } = endpoint
  const { body } = input
  const url = buildEndpointUrl(endpoint, input)
  const rethrowAsNetworkError = (error: unknown): never => {
    isOutcomeUnknown ||= method !== 'GET'
    throw new NetworkError('network', { cause: error })
  }
  if (method !== 'GET') clearPreloadedResponses()
  const pendingPreload = takePendingPreloadedRequest(url)
  const request =
    pendingPreload ??
    fetchResponseAndText(url, {
      method,
      headers: {
        ...(method !== 'GET' && { 'x-window': windowId }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const result = await request.catch(
    async error => (await readResponseOffline(endpoint, url)) ?? rethrowAsNetworkError(error),
  )
  if (!('response' in result)) return result
  const { response, text } = result
  const topicList = response.headers.get('x-touched')
  if (topicList) notifyInvalidatedTopics(topicList.split(' ') as Topic[])
  isOutcomeUnknown ||= method !== 'GET' && [502, 504].includes(response.status)
  if (!response.ok) throw new ApiError(response.status, text, response.statusText)
  if (isOutcomeUnknown) notifyInvalidatedTopics(['everything'])
  isOutcomeUnknown = false
  recordSuccess(endpoint, url, result)
  return { text, headers: response.headers }
}

/** Calls an endpoint. Types of input and response are inferred from the endpoint's declaration. */
export async function callEndpoint<E extends Endpoint>(
  endpoint: E,
  ...[input]: EndpointArguments<E>
): Promise<ResponseOf<E>> {
  const { text } = await sendRequest(endpoint, input)
  return (text ? JSON.parse(text) : undefined) as ResponseOf<E>
}

/** Uses a response that the browser preloaded with the page as initial data of a query. */
export function buildInitialQueryDataFromPreload<Data>(
  endpoint: Endpoint,
  url: string,
  read: (result: { text: string; headers: Headers }) => Data,
) {
  let fetchedAt = 0
  return {
    initialData: () => {
      const preloaded = takePreloadedResponse(url)
      if (!preloaded) return undefined
      fetchedAt = preloaded.at
      recordSuccess(endpoint, url, preloaded)
      return read({ text: preloaded.text, headers: preloaded.response.headers })
    },
    initialDataUpdatedAt: () => fetchedAt,
  }
}

/** Builds query options whose key is the URL, because the server's change events name queries by URL. */
export function buildQueryOptions<E extends Endpoint>(endpoint: E, ...input: EndpointArguments<E>) {
  const url = buildEndpointUrl(endpoint, input[0] as never)
  return queryOptions({
    queryKey: [url],
    queryFn: () => callEndpoint(endpoint, ...input),
    ...buildInitialQueryDataFromPreload(endpoint, url, ({ text }) => JSON.parse(text) as ResponseOf<E>),
  })
}
