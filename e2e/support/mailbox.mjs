// SMTP server for browser tests. It accepts every mail and lists the mails over HTTP.
import { createServer } from 'node:http'
import { SMTPServer } from 'smtp-server'

const mails = []

/** Decodes quoted-printable text, so that tests can read links in a mail. */
function decode(raw) {
  const bytes = raw
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, { envelope }, done) {
    let raw = ''
    stream.setEncoding('latin1')
    stream.on('data', chunk => {
      raw += chunk
    })
    stream.on('end', () => {
      mails.push({ to: envelope.rcptTo.map(({ address }) => address), text: decode(raw) })
      done()
    })
  },
}).listen(Number(process.env.SMTP_PORT), '127.0.0.1')

createServer((_request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(mails))
}).listen(Number(process.env.MAILBOX_PORT), '127.0.0.1')
