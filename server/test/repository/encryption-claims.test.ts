// What the chat and the README promise about encryption, and the test that proves each promise.
// A changed sentence or test title fails here, so that no promise stays without a proof.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const chatText = 'web/features/chat/encryption/encryption.text.ts'
const searchText = 'web/features/chat/search/message-search.text.ts'
const messageText = 'web/features/chat/messages/conversation/message.text.ts'
const findings = 'web/features/chat/lying-server/findings.test.ts'
const guarantees = 'server/features/keys/guarantees/encryption-guarantees.test.ts'
const lyingBrowser = 'e2e/chat/lying-server.spec.ts'
const describing = 'web/lib/e2ee/conversation/describe-conversation.test.ts'
const judging = 'web/lib/e2ee/conversation/judge-messages.test.ts'

const claims: { claim: string; from: string; proof: string; title: string }[] = [
  {
    claim: 'Hanya ahli dalam senarai boleh membacanya.',
    from: chatText,
    proof: guarantees,
    title: 'a user whom the server added to the group without a signed roster entry gets no epoch key',
  },
  {
    claim:
      'Saluran ini tidak disulitkan hujung ke hujung. Mesej dilindungi semasa penghantaran; pentadbir sistem boleh membacanya.',
    from: chatText,
    proof: describing,
    title:
      'lets plaintext leave only to the global group and the groups of the own country and club, under names of the client',
  },
  {
    claim: 'Kumpulan ini belum disulitkan.',
    from: chatText,
    proof: findings,
    title: 'does not block the plaintext groups of a device without keys or vault',
  },
  {
    claim: 'Dihantar semasa anda tiada dalam senarai pembaca',
    from: chatText,
    proof: guarantees,
    title:
      '2. a removed member does not get the key of the next epoch and cannot decrypt its messages with old keys',
  },
  {
    claim: 'Dihantar apabila aplikasi ini terbuka di sini selepas',
    from: chatText,
    proof: 'e2e/chat/encryption.spec.ts',
    title:
      'in an encrypted group two members chat, a third reads only later messages, and a removed member reads no more',
  },
  {
    claim: 'Dihantar selepas kunci baharu penerima disahkan di sini.',
    from: chatText,
    proof: findings,
    title:
      'gets a message only after the keys are accepted; until then it waits and no epoch without the peer is created',
  },
  {
    claim:
      'Seorang pentadbir kumpulan perlu membuka aplikasi sebelum anda boleh membaca dan menulis di sini.',
    from: chatText,
    proof: findings,
    title: 'finding 8: opening the group is enough for the next administrator to admit a newcomer',
  },
  {
    claim: 'Maklumat pelayan tentang perbualan ini tidak benar — penghantaran dihentikan',
    from: chatText,
    proof: lyingBrowser,
    title:
      'a relabelled conversation, a false peer and a search in an encrypted conversation give the server no words',
  },
  {
    claim: 'tidak sampai di sini',
    from: chatText,
    proof: lyingBrowser,
    title: 'replies keep their message, and dropped messages and false events are noticed',
  },
  {
    claim: 'Susunan mesej ini telah diubah',
    from: chatText,
    proof: judging,
    title: 'reports skipped numbers as missing and a decreasing number as a changed order',
  },
  {
    claim: 'Bukan versi terakhir: pelayan tidak menunjukkan perubahan yang lebih baharu',
    from: chatText,
    proof: findings,
    title: 'is noticed by a new device once a later message of the author announces the edit',
  },
  {
    claim: 'Dicari pada peranti ini sahaja. Apa yang anda taip tidak dihantar kepada pelayan.',
    from: searchText,
    proof: lyingBrowser,
    title:
      'a relabelled conversation, a false peer and a search in an encrypted conversation give the server no words',
  },
  {
    claim: 'Tidak boleh disunting lagi: kunci kumpulan telah bertukar sejak mesej ini dihantar.',
    from: messageText,
    proof: findings,
    title: 'an edit is refused once the epoch has changed, so a newcomer never reads an older message',
  },
  {
    claim: 'disunting selepas balasan ini',
    from: messageText,
    proof: judging,
    title: 'isChangedSince reports edits after the reply',
  },
  {
    claim: 'sends nothing where a server relabels or redirects a conversation',
    from: 'README.md',
    proof: 'web/features/chat/lying-server/lying-server.test.ts',
    title:
      'a server that lies at random gets no plaintext and no key, and shows nobody words that they did not say there',
  },
]

const readText = (path: string) => readFileSync(path, 'utf8').replace(/\s+/g, ' ')

test.each(claims)('the claim "$claim" is made and has a test', ({ claim, from, proof, title }) => {
  expect(readText(from)).toContain(claim)
  expect(readText(proof)).toContain(title)
})
