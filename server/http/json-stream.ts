import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import { encode } from './serialise.ts'

async function* asJsonArray<Row extends z.ZodMiniType>(
  rows: z.ZodMiniArray<Row>,
  batches: AsyncIterable<z.output<Row>[]>,
): AsyncGenerator<string> {
  let separator = '['
  for await (const batch of batches) {
    yield separator + JSON.stringify(encode(rows, batch)).slice(1, -1)
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

/** A whole list as it is read. Streams are not serialised by the framework, so each batch passes the schema here. */
export function streamRows<Row extends z.ZodMiniType>(
  reply: FastifyReply,
  rows: z.ZodMiniArray<Row>,
  batches: AsyncIterable<z.output<Row>[]>,
): never {
  reply.type('application/json; charset=utf-8')
  return Readable.from(asJsonArray(rows, batches)) as never
}

/** `isCapped`: there are more than the total says. */
export function setTotal(
  reply: FastifyReply,
  { total, isCapped }: { total: number; isCapped?: boolean },
): void {
  reply.header('x-total-count', total)
  if (isCapped) reply.header('x-total-capped', '1')
}
