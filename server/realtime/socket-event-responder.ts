// Validates socket events like request bodies and sends an acknowledgement for each event.
import type { FastifyBaseLogger } from 'fastify'
import type * as z from 'zod/mini'
import { convertErrorToAppError } from '#server/db/errors/database-errors.ts'
import { AppError, badInput } from '#server/errors.ts'
import { isInputFreeOfInvalidCharactersAndDeepNesting } from '#server/http/security.ts'
import { runInLanguage } from '#server/language.ts'
import type { ClientEvents, SocketError } from '#shared/realtime/socket-events.ts'
import type { AppSocket } from './sockets.ts'

export function parseSocketEventInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const result = isInputFreeOfInvalidCharactersAndDeepNesting(input) ? schema.safeParse(input) : undefined
  if (!result?.success) throw badInput()
  return result.data
}

export type EventResponder = (
  socket: AppSocket,
  event: keyof ClientEvents,
  handle: (input: unknown) => Promise<object>,
) => void

/**
 * Creates the function that registers handlers of socket events. Invalid input of socket events never crashes the
 * server. The client gets an acknowledgement if it requested one.
 */
export function createSocketEventResponder(log: FastifyBaseLogger): EventResponder {
  function buildRefusal(error: unknown): SocketError {
    const appError = convertErrorToAppError(error)
    if (!appError || appError.status >= 500)
      log.error({ err: error }, 'realtime: the handler of a socket event failed')
    const { code, message } = appError ?? new AppError(500, 'internal')
    return { ok: false, code, message }
  }

  return (socket, event, handle) => {
    socket.on(event, (...args: unknown[]) => {
      const last = args.at(-1)
      const acknowledge = typeof last === 'function' ? last : () => {}
      const respondToEvent = () =>
        handle(args[0]).then(
          result => acknowledge({ ok: true, ...result }),
          error => acknowledge(buildRefusal(error)),
        )
      void runInLanguage(socket.data.language, respondToEvent)
    })
  }
}
