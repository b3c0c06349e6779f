import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import { convertResponseToJsonValueBySchema } from './serialise.ts'

async function* writeJsonArray<Row extends z.ZodMiniType>(
  rows: z.ZodMiniArray<Row>,
  batches: AsyncIterable<z.output<Row>[]>,
): AsyncGenerator<string> {
  let separator = '['
  for await (const batch of batches) {
    yield separator + JSON.stringify(convertResponseToJsonValueBySchema(rows, batch)).slice(1, -1)
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

/**
 * Streams a whole list as a JSON array while its rows are being read.
 * Fastify does not serialise streams, so each batch is encoded here.
 */
export function streamRowsAsJson<Row extends z.ZodMiniType>(
  reply: FastifyReply,
  rows: z.ZodMiniArray<Row>,
  batches: AsyncIterable<z.output<Row>[]>,
): never {
  reply.type('application/json; charset=utf-8')
  return Readable.from(writeJsonArray(rows, batches)) as never
}

/** Sets headers with the total number of rows of a list. `isCapped` means that more rows exist than were counted. */
export function setTotalCountHeaders(
  reply: FastifyReply,
  { total, isCapped }: { total: number; isCapped?: boolean },
): void {
  reply.header('x-total-count', total)
  if (isCapped) reply.header('x-total-capped', '1')
}
