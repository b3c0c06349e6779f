// Sentences of the encryption help page that promise something, each with the test that proves it.
// A sentence that changes has to be compared with its test again.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { groupsHelp, helpSections } from '#web/features/keys/help/help.text.ts'

interface Claim {
  sentence: string
  file: string
  title: string
}

const guarantees = 'server/features/keys/guarantees'
const claims: Claim[] = [
  {
    sentence: 'mesej tanpa penyulitan tidak dipaparkan sebagai mesej ahli',
    file: `${guarantees}/trust.test.ts`,
    title: '16. plaintext before the start of a direct conversation is marked as forged',
  },
  {
    sentence:
      'Mesej yang diubah oleh pelayan, atau ditulis atas nama orang lain, tidak dipaparkan sebagai mesejnya.',
    file: `${guarantees}/trust.test.ts`,
    title: 'the client rejects a message whose type or sender the server changed',
  },
  {
    sentence:
      'Mesej yang hilang atau tertukar susunannya ditandakan apabila mesej berikutnya daripada peranti itu tiba',
    file: `${guarantees}/trust.test.ts`,
    title: 'the client detects messages that the server swapped or dropped by their signed counters',
  },
  {
    sentence: 'peranti kedua membuat kunci baharu tanpa bertanya',
    file: 'server/features/keys/identity/my-keys.test.ts',
    title: 'a second device replaces keys on which nothing depends without a password, mail or notification',
  },
  {
    sentence: 'tidak membuang apa-apa sebelum anda menjawab',
    file: 'web/lib/e2ee/keys/own-card.test.ts',
    title: 'a device with keys never replaces published keys, even if the server claims that they are unused',
  },
  {
    sentence: 'semua kumpulan yang tidak disulitkan boleh digunakan di situ',
    file: 'e2e/chat/first-message.spec.ts',
    title:
      'a user writes the first message on a first, second and third device, with and without another device',
  },
  {
    sentence: 'Pelayan yang menukar kunci di tengah tidak dapat memilih angka itu, jadi angkanya berbeza.',
    file: 'web/lib/e2ee/keys/link-comparison.test.ts',
    title: 'a server that saw both nonces cannot search for a matching code',
  },
  {
    sentence: 'Perlindungan mesej lama terhadap kunci yang dicuri tidak dijanjikan.',
    file: `${guarantees}/trust.test.ts`,
    title: 'after key renewal a fresh device with both seeds reads old and new messages',
  },
  {
    sentence: 'peranti lain yang anda gunakan dalam 24 jam yang lepas',
    file: 'web/features/keys/recovery/recovery-methods.test.ts',
    title: 'a linked device that was last seen more than 24 hours ago does not count, so the user is asked',
  },
  {
    sentence: 'Jika belum ada mesej untuk kunci itu, kunci ditarik balik.',
    file: 'web/features/keys/recovery/recovery-methods.test.ts',
    title: 'unused keys are withdrawn, unless this device knows that something was encrypted to them',
  },
  {
    sentence: 'Sesiapa yang sudah menyimpan salinan itu masih dapat membukanya dengan frasa lama.',
    file: 'web/lib/e2ee/protocol.test.ts',
    title: 'a wrapped seed is decrypted only with the same recovery phrase, user, generation and kind',
  },
  {
    sentence: 'dengan amaran merah jika sudah ada mesej untuk kunci anda',
    file: 'web/lib/e2ee/keys/own-card.test.ts',
    title: 'a server that inserts a card and claims that nothing was encrypted cannot soften the alarm',
  },
  {
    sentence: 'Tiada mesej yang disulitkan dihantar dari peranti ini sehingga anda menjawab.',
    file: `${guarantees}/trust.test.ts`,
    title:
      '19. while another card is published in the name of the user, neither a message nor a change leaves',
  },
  {
    sentence: 'Dengan “Bukan saya”, anda mengganti kunci itu, dan mesej lama anda kekal dapat dibaca.',
    file: 'e2e/chat/malicious-server.spec.ts',
    title:
      'a card of the next generation that the operator inserts is asked about in red, stops sending and is taken back',
  },
]

const helpPage = JSON.stringify([groupsHelp, helpSections])

test.each(claims)(
  'the help page says "$sentence", and the named test proves it',
  ({ sentence, file, title }) => {
    expect(helpPage).toContain(sentence)
    expect(readFileSync(file, 'utf8').replace(/\s+/g, ' ')).toContain(title)
  },
)

test.each([
  'walau apa pun kata pelayan',
  'tanpa disedari',
  'hanya dapat membaca mesej sejak mereka masuk',
  'akan ketara',
  'tidak lagi boleh digunakan',
  'penghantaran dan simpanan',
])('the help page does not say "%s", which no test can prove', words => {
  expect(helpPage).not.toContain(words)
})
