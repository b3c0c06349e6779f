import { StartupError } from '#server/terminal.ts'

export function explainPortError(error: NodeJS.ErrnoException, host: string, port: number): StartupError {
  if (error.code === 'EADDRINUSE') {
    return new StartupError(`Port ${port} is taken by another program. Stop it, or set PORT to a free one.`)
  }
  return new StartupError(
    `Cannot listen on ${host} port ${port} (${error.code}). Set HOST and PORT to allowed values.`,
  )
}
