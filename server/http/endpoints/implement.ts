// Connects endpoints to handlers on the server. Path, access and schemas come from the endpoint's declaration.
// A feature of the server provides the function that handles requests to an endpoint.
import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import type { Context, SignedInContext } from '#server/context.ts'
import { forbidden } from '#server/errors.ts'
import { createRequestContext } from '#server/http/access.ts'
import type {
  AccessOf,
  Contract,
  Endpoint,
  ParsedRequest,
  ResponseSchemaOf,
  ResponseValueOf,
} from '#shared/endpoint.ts'

type ContextFor<E> = AccessOf<E> extends 'public' ? Context : SignedInContext

export interface EndpointInput<E> extends ParsedRequest<E> {
  context: ContextFor<E>
  request: FastifyRequest
  reply: FastifyReply
}

/** Result type of the function that handles an endpoint. If the endpoint has no response body, any type is allowed. */
type Result<E> =
  ResponseSchemaOf<E> extends 'nothing' ? unknown : ResponseValueOf<E> | Readable | FastifyReply

export type Implement = <E extends Endpoint>(
  endpoint: E,
  handle: (input: EndpointInput<E>) => Promise<Result<E>> | Result<E>,
) => void

/** Function that registers all HTTP routes of one feature. */
export type FeatureRoutes = (implement: Implement, app: FastifyInstance) => unknown

function buildResponseSchema({ answer, status = 200 }: Contract): Record<number, unknown> | undefined {
  if (answer === 'stream' || answer === 'page') return undefined
  if (answer === 'nothing') return { 204: z.null() }
  return Object.fromEntries([status].flat().map(code => [code, answer]))
}

function buildRouteSchema(path: string, contract: Contract): object {
  const { params, query, body, isUpload } = contract
  const response = buildResponseSchema(contract)
  return {
    // Routes outside /api/ are not part of the API documentation.
    ...(path.startsWith('/api/') ? { tags: [path.split('/')[2]] } : { hide: true }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(isUpload && { consumes: ['multipart/form-data'] }),
    ...(response && { response }),
  }
}

/** Rejects the request early when re-authentication is missing. The transaction that writes checks it again. */
function requireReauthentication({ session, body }: FastifyRequest): void {
  const password = (body as { currentPassword?: string } | null | undefined)?.currentPassword
  if (!session?.isProved && !password) throw forbidden('prove_again')
}

/** Creates the function that registers a route for an endpoint and records that this endpoint is implemented. */
export function createEndpointRouteRegistrar(
  app: FastifyInstance,
  contracts: Map<Endpoint, Contract>,
  implemented: Set<Endpoint>,
): Implement {
  return (endpoint, handle) => {
    const { method, path } = endpoint
    const contract = contracts.get(endpoint)
    if (!contract) throw new Error(`${method} ${path} has no contract`)
    if (implemented.has(endpoint)) throw new Error(`${method} ${path} is implemented twice`)
    implemented.add(endpoint)
    const { access, proof, beforeTerms, mayLag, answer, status, bodyLimit } = contract
    const route: RouteOptions = {
      method,
      url: path,
      config: { access, proof, beforeTerms, mayLag },
      schema: buildRouteSchema(path, contract),
      ...(bodyLimit && { bodyLimit }),
      handler: async (request, reply) => {
        const { params, query, body } = request
        if (proof) requireReauthentication(request)
        const context = access === 'public' ? app.context : createRequestContext(request)
        if (answer === 'nothing') reply.code(204)
        else if (typeof status === 'number') reply.code(status)
        const result = await handle({ context, params, query, body, request, reply } as never)
        return answer === 'nothing' ? null : result
      },
    }
    if (!contract.isUpload) return void app.route(route)
    // Upload routes are registered in a Fastify scope of their own, because only they accept multipart forms.
    app.register(async scope => {
      await scope.register(multipart)
      scope.route(route)
    })
  }
}

/** Throws for the first declared endpoint that no feature implements. */
export function requireAllEndpointsImplemented(
  declared: Iterable<Endpoint>,
  implemented: Set<Endpoint>,
): void {
  for (const endpoint of declared) {
    const { method, path } = endpoint
    if (!implemented.has(endpoint)) throw new Error(`${method} ${path} is declared and not implemented`)
  }
}
