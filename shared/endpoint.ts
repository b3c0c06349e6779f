// Declarations of API calls. Server and client infer all types from these declarations.
// The contract of an API call (schemas, access) and its endpoint (method, path) are in separate files.
// Because endpoints are in files of their own, browsers can call an endpoint without loading the schemas.
import type * as z from 'zod/mini'
import type { Access } from './policies.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Access rule, request schemas and response of an API call. `answer` is the response schema, sent with status 200 or
 * with `status`. Other values of `answer`: `nothing` (204), `stream` (bytes or a download), `page` (a redirect).
 */
export interface Contract {
  access: Access
  /** Whether the call requires the password in its body or a re-authentication in the last ten minutes. */
  proof?: true
  /**
   * Whether members who have not accepted the newest terms may make the call, for example to accept them or to leave.
   */
  beforeTerms?: true
  /**
   * The call may read from a database replica, which can lag behind.
   * For lists, exports and statistics only; never for keys, rosters, epochs or messages.
   */
  mayLag?: true
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  answer: z.ZodMiniType | 'nothing' | 'stream' | 'page'
  status?: 200 | 201 | 202 | readonly [200, 201]
  /** Maximum size in bytes of the request body; absent when the default limit applies. */
  bodyLimit?: number
  /** Whether the request body is an uploaded file instead of JSON. */
  isUpload?: true
}

/** Declares the contract of an endpoint. The `*.endpoints.ts` file contains the endpoint of the same name. */
export function defineContract<const C extends Contract>(declared: C): C {
  return declared
}

/** Method and path of an API call. Only the type of its contract is imported, so that browsers load no schemas. */
export interface Endpoint<C extends Contract = Contract> {
  method: Method
  path: string
  /** Type of the endpoint's contract, only for type inference. The property is never set at run time. */
  contractType?: C
}

export function defineEndpoint<C extends Contract>(method: Method, path: string): Endpoint<C> {
  return { method, path }
}

type ContractOf<E> = E extends Endpoint<infer C> ? C : never
type SchemaIn<S> = S extends z.ZodMiniType ? z.input<S> : undefined
type SchemaOut<S> = S extends z.ZodMiniType ? z.output<S> : undefined

/** Values for the path parameters of an endpoint. Numbers are accepted, because the URL contains text anyway. */
export type ParamsOf<E> = ContractOf<E>['params'] extends infer S
  ? S extends z.ZodMiniType
    ? { [Name in keyof z.input<S>]: string | number }
    : undefined
  : undefined

/** Values for the query string of an endpoint. Numbers are accepted, because the URL contains text anyway. */
type QueryInput<S extends z.ZodMiniType> = { [K in keyof z.input<S>]: z.input<S>[K] | KeyOf<z.output<S>, K> }
type KeyOf<T, K> = K extends keyof T ? T[K] : never

export type QueryOf<E> = ContractOf<E>['query'] extends infer S
  ? S extends z.ZodMiniType
    ? QueryInput<S>
    : undefined
  : undefined
export type BodyOf<E> = SchemaIn<ContractOf<E>['body']>
/** JSON response of an endpoint as the client receives it: timestamps are ISO strings. */
export type ResponseOf<E> = SchemaIn<ContractOf<E>['answer']>

/** Request of an endpoint as its handler gets it, after validation and parsing. */
export interface ParsedRequest<E> {
  params: SchemaOut<ContractOf<E>['params']>
  query: SchemaOut<ContractOf<E>['query']>
  body: SchemaOut<ContractOf<E>['body']>
}
/** Response value of an endpoint on the server, before serialization: timestamps are Date objects. */
export type ResponseValueOf<E> = SchemaOut<ContractOf<E>['answer']>
export type AccessOf<E> = ContractOf<E>['access']
export type ResponseSchemaOf<E> = ContractOf<E>['answer']
