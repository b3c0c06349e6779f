// What a call is, said once: the server implements it, the client calls it, and both infer everything from it.
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

export interface Endpoint<Path extends string = string, C extends Contract = Contract> {
  method: Method
  path: Path
  contract: C
}

/** In the browser's build the contract is left out: method and path are all it needs at run time. */
export function endpoint<const Path extends string, const C extends Contract>(
  method: Method,
  path: Path,
  contract: C,
): Endpoint<Path, C> {
  return { method, path, contract }
}

type ContractOf<E> = E extends Endpoint<string, infer C> ? C : never
type SchemaIn<S> = S extends z.ZodMiniType ? z.input<S> : undefined
type SchemaOut<S> = S extends z.ZodMiniType ? z.output<S> : undefined

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** What stands in the path, as a client fills it in. */
export type ParamsOf<E> =
  E extends Endpoint<infer Path, Contract> ? { [Name in Names<Path>]: string | number } : never

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
