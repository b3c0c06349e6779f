// Whatever comes in over a socket: checked like a body, and answered like a call.
import type { FastifyBaseLogger } from 'fastify'
import type * as z from 'zod/mini'
import { refusalOf } from '#server/db/database-errors.ts'
import { AppError, badInput } from '#server/errors.ts'
import { isCleanInput } from '#server/http/security.ts'
import type { ClientEvents, Refusal } from '#shared/contracts/socket.ts'
import type { AppSocket } from './sockets.ts'

export function parseEvent<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = isCleanInput(input) ? schema.safeParse(input) : undefined
  if (!result?.success) throw badInput()
  return result.data
}

export type Answers = (
  socket: AppSocket,
  event: keyof ClientEvents,
  handle: (input: unknown) => Promise<object>,
) => void

/** Whatever a client sends, in whatever form: an answer if it asked for one, and never a crash. */
export function createAnswers(log: FastifyBaseLogger): Answers {
  function refusalFor(error: unknown): Refusal {
    const known = refusalOf(error)
    if (!known || known.status >= 500) log.error({ err: error }, 'socket event failed')
    const { code, message } = known ?? new AppError(500, 'internal')
    return { ok: false, code, message }
  }

  return (socket, event, handle) => {
    socket.on(event, (...args: unknown[]) => {
      const last = args.at(-1)
      const acknowledge = typeof last === 'function' ? last : () => {}
      handle(args[0]).then(
        result => acknowledge({ ok: true, ...result }),
        error => acknowledge(refusalFor(error)),
      )
    })
  }
}
