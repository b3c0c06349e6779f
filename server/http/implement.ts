// The server's half of an endpoint: path, access and schemas come from its declaration.
import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import type { Context, SignedIn } from '#server/context.ts'
import { forbidden } from '#server/errors.ts'
import type { AccessOf, AnswerKindOf, Contract, Endpoint, Given, Parsed } from '#shared/endpoint.ts'
import { contextOf } from './access.ts'

type ContextFor<E> = AccessOf<E> extends 'public' ? Context : SignedIn

export interface Input<E> extends Parsed<E> {
  context: ContextFor<E>
  request: FastifyRequest
  reply: FastifyReply
}

/** Whatever comes of a call that says nothing is not said. */
type Result<E> = AnswerKindOf<E> extends 'nothing' ? unknown : Given<E> | Readable | FastifyReply

export type Implement = <E extends Endpoint>(
  endpoint: E,
  handle: (input: Input<E>) => Promise<Result<E>> | Result<E>,
) => void

/** A feature's routes: what it implements, and what it needs of the server to do so. */
export type Routes = (implement: Implement, app: FastifyInstance) => unknown

function responseOf({ answer, status = 200 }: Contract): Record<number, unknown> | undefined {
  if (answer === 'stream' || answer === 'page') return undefined
  if (answer === 'nothing') return { 204: z.null() }
  return Object.fromEntries([status].flat().map(code => [code, answer]))
}

function schemaOf(path: string, contract: Contract): object {
  const { params, query, body, isUpload } = contract
  const response = responseOf(contract)
  return {
    // What is no call has no place in the documentation of calls.
    ...(path.startsWith('/api/') ? { tags: [path.split('/')[2]] } : { hide: true }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(isUpload && { consumes: ['multipart/form-data'] }),
    ...(response && { response }),
  }
}

/** Before anything is read. What is changed, is judged again where that happens. */
function requireProof({ session, body }: FastifyRequest): void {
  const given = (body as { currentPassword?: string } | null | undefined)?.currentPassword
  if (!session?.isProved && !given) throw forbidden('prove_again')
}

/** Adds routes to the server, and notes which endpoints have been implemented. */
export function createImplement(
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
      schema: schemaOf(path, contract),
      ...(bodyLimit && { bodyLimit }),
      handler: async (request, reply) => {
        const { params, query, body } = request
        if (proof) requireProof(request)
        const context = access === 'public' ? app.context : contextOf(request)
        if (answer === 'nothing') reply.code(204)
        else if (typeof status === 'number') reply.code(status)
        const result = await handle({ context, params, query, body, request, reply } as never)
        return answer === 'nothing' ? null : result
      },
    }
    if (!contract.isUpload) return void app.route(route)
    // A scope of its own: the parser of forms is added to this route alone, every other route takes JSON only.
    app.register(async scope => {
      await scope.register(multipart)
      scope.route(route)
    })
  }
}

/** Throws for the first declared endpoint that no feature implements. */
export function requireAll(declared: Iterable<Endpoint>, implemented: Set<Endpoint>): void {
  for (const endpoint of declared) {
    const { method, path } = endpoint
    if (!implemented.has(endpoint)) throw new Error(`${method} ${path} is declared and not implemented`)
  }
}
