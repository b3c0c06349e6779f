import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach } from 'vitest'

export const runningServers: SMTPServer[] = []
afterEach(() => {
  for (const server of runningServers.splice(0)) server.close()
})

/** Starts a real SMTP server that stores the mails it receives. The option `onData` replaces the handling of a mail. */
export async function startSmtpServer(
  options: SMTPServerOptions = {},
): Promise<{ url: string; received: string[] }> {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', chunk => {
        text += chunk
      })
      stream.on('end', () => {
        received.push(text)
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  runningServers.push(server)
  const port = await new Promise<number>(resolve => {
    const listening = server.listen(0, '127.0.0.1', () =>
      resolve((listening.address() as { port: number }).port),
    )
  })
  return { url: `smtp://127.0.0.1:${port}`, received }
}
