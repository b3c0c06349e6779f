// Declarations of API calls. Server and client infer all types from them. Contracts (schemas, access) and endpoints (method,
// path) are in separate files: the browser calls endpoints without loading the schemas behind them.
import type * as z from 'zod/mini'
import type { Access } from './policies.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * What it takes and gives. `answer`: what it says with 200, or with `status`; `nothing` says 204. `stream`: bytes, a
 * download. `page`: somewhere else to go to.
 */
export interface Contract {
  access: Access
  /**
   * An open browser alone is not enough for it: whoever makes it has proved within the last ten minutes who they are, or
   * brings their password along where its body has a place for that.
   */
  proof?: true
  /** A change that is open also to a member who is asked for new terms: to agree, to take their data along, to go. */
  beforeTerms?: true
  /**
   * What it reads may be a moment old and come from a copy of the database, where there is one. For lists, exports and
   * figures; never for keys, rosters, epochs or messages.
   */
  mayLag?: true
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  answer: z.ZodMiniType | 'nothing' | 'stream' | 'page'
  status?: 200 | 201 | 202 | readonly [200, 201]
  /** Bytes, where it may carry more than other calls. */
  bodyLimit?: number
  /** It takes a file instead of JSON. */
  isUpload?: true
}

/** Declares what an endpoint takes and returns. `*.contracts.ts` pairs it by name with an endpoint of `*.endpoints.ts`. */
export function contract<const C extends Contract>(declared: C): C {
  return declared
}

/** Method and path of a call. The contract is known to the compiler only, so that browsers load no schemas with it. */
export interface Endpoint<C extends Contract = Contract> {
  method: Method
  path: string
  /** Never set. Carries the type of the contract. */
  contractType?: C
}

export function endpoint<C extends Contract>(method: Method, path: string): Endpoint<C> {
  return { method, path }
}

type ContractOf<E> = E extends Endpoint<infer C> ? C : never
type SchemaIn<S> = S extends z.ZodMiniType ? z.input<S> : undefined
type SchemaOut<S> = S extends z.ZodMiniType ? z.output<S> : undefined

/** Values for the parameters of the path. Numbers are accepted because they become text in the URL. */
export type ParamsOf<E> = ContractOf<E>['params'] extends infer S
  ? S extends z.ZodMiniType
    ? { [Name in keyof z.input<S>]: string | number }
    : undefined
  : undefined

/** A number may be given as one: it becomes text on its way. */
type Query<S extends z.ZodMiniType> = { [K in keyof z.input<S>]: z.input<S>[K] | KeyOf<z.output<S>, K> }
type KeyOf<T, K> = K extends keyof T ? T[K] : never

export type QueryOf<E> = ContractOf<E>['query'] extends infer S
  ? S extends z.ZodMiniType
    ? Query<S>
    : undefined
  : undefined
export type BodyOf<E> = SchemaIn<ContractOf<E>['body']>
/** As it travels: moments are text. */
export type AnswerOf<E> = SchemaIn<ContractOf<E>['answer']>

/** What the server gets, parsed. */
export interface Parsed<E> {
  params: SchemaOut<ContractOf<E>['params']>
  query: SchemaOut<ContractOf<E>['query']>
  body: SchemaOut<ContractOf<E>['body']>
}
/** What the server gives, before it becomes text. */
export type Given<E> = SchemaOut<ContractOf<E>['answer']>
export type AccessOf<E> = ContractOf<E>['access']
export type AnswerKindOf<E> = ContractOf<E>['answer']
