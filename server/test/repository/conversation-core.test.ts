// Only the module "conversation core" of the client decides which message contents leave the device.
// Each test searches the client for code that bypasses the conversation core.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = readdirSync('web', { recursive: true, encoding: 'utf8' })
  .filter(name => /\.tsx?$/.test(name) && !/\.test\.|lying-server\//.test(name))
  .map(name => ({ name, text: readFileSync(`web/${name}`, 'utf8') }))

const findFiles = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ name }) => name)

test.each([
  {
    way: 'sends a message over the socket',
    pattern: /'send-message'/,
    allowed: [
      'features/calls/ringing/send-decline-message.ts',
      'features/chat/messages/conversation/use-conversation.ts',
    ],
  },
  {
    way: 'changes a message',
    pattern: /\bchangeMessage\b.*endpoints\.ts'/,
    allowed: ['features/chat/messages/conversation/use-conversation.ts'],
  },
  {
    way: 'searches messages on the server',
    pattern: /\bsearchMessages\b.*endpoints\.ts'/,
    allowed: ['features/chat/search/MessageSearchPanel.tsx'],
  },
  {
    way: 'starts a conversation on the server',
    pattern: /callEndpoint\((chat\.)?createGroup\b/,
    allowed: ['lib/query/start-conversation.ts'],
  },
  {
    way: 'creates a permit for plaintext',
    pattern: /as PlaintextPermit/,
    allowed: ['lib/e2ee/conversation/describe-conversation.ts'],
  },
  {
    way: 'opens an encrypted group',
    pattern: /new EncryptedGroup\(/,
    allowed: ['lib/e2ee/group/load-encrypted-group.ts'],
  },
  {
    way: 'encrypts a message or a call signal',
    pattern: /\b(encryptMessage|encryptCallSignal)\(/,
    allowed: [
      'features/calls/session/signal-channel.ts',
      'lib/e2ee/group/message-encryptor.ts',
      'lib/e2ee/message/call-signal.ts',
      'lib/e2ee/message/message.ts',
    ],
  },
  {
    way: 'joins a call',
    pattern: /callEndpoint\(joinCall\b/,
    allowed: ['features/calls/join-or-start-call.ts'],
  },
  {
    way: 'builds or resolves a reference to a message',
    pattern: /\b(buildReplyReference|findQuotedMessage)\(/,
    allowed: [
      'features/chat/messages/composer/use-message-composer.ts',
      'features/chat/messages/list/use-quoted-messages.ts',
      'lib/e2ee/conversation/message-reference.ts',
    ],
  },
])('only the listed files contain code that $way', ({ pattern, allowed }) => {
  expect(findFiles(pattern).sort()).toEqual(allowed)
})

test('describe-conversation.ts, which the first page loads, imports only country names and labels', () => {
  const text = readFileSync('web/lib/e2ee/conversation/describe-conversation.ts', 'utf8')
  const imports = Array.from(text.matchAll(/^import (?!type).*from '([^']+)'/gm), ([, path]) => path)
  expect(imports).toEqual(['#shared/countries/country-names.ts', '#texts/labels.ts'])
})
