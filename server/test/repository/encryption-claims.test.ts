// Lists the promises of the chat, the help page and the README about encryption, each with the test that proves it.
// The test fails when a promise or a test title has changed, so that no promise stays without a proof.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { helpText } from '#texts/encryption-help.ts'

const chatText = 'texts/ms/app/encryption.json'
const searchText = 'texts/ms/app/message-search.json'
const messageText = 'texts/ms/app/messages.json'
const findings = 'web/features/chat/lying-server/findings.test.ts'
const guarantees = 'server/features/keys/guarantees/encryption-guarantees.test.ts'
const lyingBrowser = 'e2e/chat/lying-server.spec.ts'
const describing = 'web/lib/e2ee/conversation/describe-conversation.test.ts'
const judging = 'web/lib/e2ee/conversation/find-missing-reordered-or-outdated-messages.test.ts'

const claims: { claim: string; from: string; proof: string; title: string }[] = [
  {
    claim: 'Hanya ahli senarai pembaca boleh membacanya.',
    from: chatText,
    proof: guarantees,
    title:
      'a user whom the server added to an encrypted group without an entry in the roster (signed member list) gets no group key',
  },
  {
    claim: 'Hanya anda berdua boleh membacanya.',
    from: chatText,
    proof: 'web/lib/e2ee/protocol.test.ts',
    title:
      'the signed member list of a direct conversation rejects a third user, even after one of the two users has left',
  },
  {
    claim:
      'Kumpulan ini tidak disulitkan hujung ke hujung. Mesej dilindungi semasa penghantaran. Pentadbir sistem boleh membacanya.',
    from: chatText,
    proof: describing,
    title:
      'describeConversation permits plaintext only in the global group and in the groups of the country and the club of the user, and ignores the names that the server sends',
  },
  {
    claim: 'Kumpulan ini belum disulitkan.',
    from: chatText,
    proof: findings,
    title:
      'a device without keys and without a vault (encrypted backup on the server) can still read and write in plaintext groups',
  },
  {
    claim: 'Dihantar semasa anda tiada dalam senarai pembaca',
    from: chatText,
    proof: guarantees,
    title:
      'a removed member does not get the next group key (epoch) and cannot decrypt later messages with old keys',
  },
  {
    claim: 'Dihantar apabila aplikasi ini terbuka di sini selepas',
    from: chatText,
    proof: 'e2e/chat/encryption.spec.ts',
    title:
      'in an encrypted group two members chat, a member added later reads only later messages, and a removed member reads no more',
  },
  {
    claim: 'Dihantar selepas kunci baharu penerima disahkan di sini.',
    from: chatText,
    proof: findings,
    title:
      'a message waits until the new keys of the peer are accepted, and meanwhile no group key (epoch) is created that excludes the peer',
  },
  {
    claim:
      'Seorang pentadbir kumpulan perlu membuka aplikasi sebelum anda boleh membaca dan menulis di sini.',
    from: chatText,
    proof: findings,
    title: 'a new member is admitted as soon as any group administrator opens the group',
  },
  {
    claim: 'Maklumat pelayan tentang perbualan ini tidak benar — penghantaran dihentikan',
    from: chatText,
    proof: lyingBrowser,
    title:
      'the server gets no plaintext by declaring an encrypted conversation unencrypted, naming a false peer, or from a search in the conversation',
  },
  {
    claim: 'tidak sampai di sini',
    from: chatText,
    proof: lyingBrowser,
    title:
      'replies keep their quoted message, and the page reports dropped messages and ignores forged events',
  },
  {
    claim: 'Susunan mesej ini telah diubah',
    from: chatText,
    proof: judging,
    title:
      'findMissingReorderedOrOutdatedMessages reports skipped message numbers as missing messages and decreasing numbers as a changed order',
  },
  {
    claim: 'Bukan versi terakhir: pelayan tidak menunjukkan perubahan yang lebih baharu',
    from: chatText,
    proof: findings,
    title:
      'a new device detects that the server sends an edited message in its original version, because a later signed message of the author mentions the edit',
  },
  {
    claim: 'Dicari pada peranti ini sahaja. Kata carian tidak dihantar kepada pelayan.',
    from: searchText,
    proof: lyingBrowser,
    title:
      'the server gets no plaintext by declaring an encrypted conversation unencrypted, naming a false peer, or from a search in the conversation',
  },
  {
    claim: 'Tidak boleh disunting lagi: kunci kumpulan telah bertukar sejak mesej ini dihantar.',
    from: messageText,
    proof: findings,
    title:
      'the client refuses to edit a message after the members of the group have changed, so newcomers never read an older message',
  },
  {
    claim: 'disunting selepas balasan ini',
    from: messageText,
    proof: judging,
    title: 'isQuotedMessageChangedSinceReply returns true if the quoted message was edited after the reply',
  },
  {
    claim: 'If a server relabels a conversation or names another recipient, the client sends nothing.',
    from: 'README.md',
    proof: 'web/features/chat/lying-server/lying-server.test.ts',
    title:
      'a server that alters data at random gets no plaintext and no key, and shows nobody a message that was not sent in that conversation',
  },
]

const keyGuarantees = 'server/features/keys/guarantees'
const helpClaims: { claim: string; proof: string; title: string }[] = [
  {
    claim: 'mesej tanpa penyulitan tidak dipaparkan sebagai mesej ahli',
    proof: `${keyGuarantees}/trust.test.ts`,
    title: 'an unencrypted message that the server inserts into a direct conversation is marked as forged',
  },
  {
    claim:
      'Mesej yang diubah oleh pelayan, atau ditulis atas nama orang lain, tidak dipaparkan sebagai mesejnya.',
    proof: `${keyGuarantees}/trust.test.ts`,
    title: 'the client rejects a message whose type or sender the server changed',
  },
  {
    claim:
      'Mesej yang hilang atau tertukar susunannya ditandakan apabila mesej berikutnya daripada peranti itu tiba',
    proof: `${keyGuarantees}/trust.test.ts`,
    title:
      'the client detects by the signed counters of messages that the server swapped or dropped messages',
  },
  {
    claim: 'peranti kedua membuat kunci baharu tanpa bertanya',
    proof: 'server/features/keys/identity/own-keys.test.ts',
    title:
      'a second device replaces encryption keys that no group uses without a password, mail or notification',
  },
  {
    claim: 'tidak membuang apa-apa sebelum anda menjawab',
    proof: 'web/lib/e2ee/keys/own-published-keys.test.ts',
    title: 'a device with keys never replaces published keys, even if the server states that they are unused',
  },
  {
    claim: 'semua kumpulan yang tidak disulitkan boleh digunakan di situ',
    proof: 'e2e/chat/first-message.spec.ts',
    title:
      'a user writes the first message on a first, second and third device, whether or not another device is available',
  },
  {
    claim:
      'Pelayan yang menukar kunci semasa penghantaran tidak dapat memilih angka itu, jadi angkanya berbeza.',
    proof: 'web/lib/e2ee/keys/link-comparison.test.ts',
    title:
      'a server cannot try nonces until the comparison codes match, because the new device keeps the first reply and the old device rejects other nonces',
  },
  {
    claim: 'Perlindungan mesej lama terhadap kunci yang dicuri tidak dijanjikan.',
    proof: `${keyGuarantees}/trust.test.ts`,
    title:
      'after key renewal a new device with old and new identity seed reads messages encrypted to either, and the old keys cannot decrypt new messages',
  },
  {
    claim: 'peranti lain yang anda gunakan dalam 24 jam yang lepas',
    proof: 'web/features/keys/recovery/recovery-methods.test.ts',
    title:
      'at sign-out, the user is asked whether to remove the encryption keys if the only linked device was last seen more than 24 hours ago',
  },
  {
    claim: 'Jika belum ada mesej untuk kunci itu, kunci ditarik balik.',
    proof: 'web/features/keys/recovery/recovery-methods.test.ts',
    title:
      'signing out withdraws public keys without asking the user if this device knows no data that is encrypted to them',
  },
  {
    claim: 'Sesiapa yang sudah menyimpan salinan itu masih dapat membukanya dengan frasa lama.',
    proof: 'web/lib/e2ee/protocol.test.ts',
    title:
      'a key seed encrypted under a recovery phrase is decrypted only with the same phrase, user, key generation and kind',
  },
  {
    claim: 'dengan amaran merah jika sudah ada mesej untuk kunci anda',
    proof: 'web/lib/e2ee/keys/own-published-keys.test.ts',
    title:
      'a server cannot avoid the red security alarm about foreign keys by claiming that nothing was encrypted',
  },
  {
    claim: 'Tiada mesej yang disulitkan dihantar daripada peranti ini sehingga anda menjawab.',
    proof: `${keyGuarantees}/trust.test.ts`,
    title:
      'while the server publishes public keys of the user that the device does not know, the device sends no messages and no edits',
  },
  {
    claim: 'Dengan “Bukan saya”, anda mengganti kunci itu, dan mesej lama anda kekal dapat dibaca.',
    proof: 'e2e/chat/malicious-server.spec.ts',
    title:
      'when the server operator publishes newer keys for a user, the user sees a red security alarm, cannot send messages, and can replace these keys',
  },
  {
    claim: 'Pelayan menyimpan dan menghantarnya tanpa dapat membacanya.',
    proof: guarantees,
    title: 'database, log and data export contain neither plaintext of encrypted messages nor their keys',
  },
  {
    claim: 'Pemberitahuan dan email tidak membawa isi mesej yang disulitkan.',
    proof: 'server/features/account/push.test.ts',
    title: 'the push notification of an encrypted message names sender and group but no content',
  },
  {
    claim: 'Carian dalam perbualan yang disulitkan berlaku pada peranti anda.',
    proof: lyingBrowser,
    title:
      'the server gets no plaintext by declaring an encrypted conversation unencrypted, naming a false peer, or from a search in the conversation',
  },
  {
    claim: 'Ahli baharu tidak menerima kunci untuk mesej sebelum mereka masuk.',
    proof: guarantees,
    title: 'a new member can decrypt messages sent after joining, but none from before',
  },
  {
    claim: 'Ahli yang dikeluarkan tidak menerima kunci untuk mesej selepas itu.',
    proof: guarantees,
    title:
      'a removed member does not get the next group key (epoch) and cannot decrypt later messages with old keys',
  },
  {
    claim: 'Fail yang anda hantar disulitkan pada peranti anda.',
    proof: 'server/features/chat/files/attached-files.test.ts',
    title:
      'an encrypted file can be decrypted by the recipient, and the server stores neither its name, type, preview nor key',
  },
  {
    claim: 'Laporan mendedahkan satu mesej itu bersama tandatangan anda, dan tiada mesej lain.',
    proof: 'web/lib/e2ee/group/verify-disclosed-message-with-pinned-keys.test.ts',
    title: 'verifyMessageDisclosedInAbuseReport returns the exact text of a validly signed disclosed message',
  },
  {
    claim: 'Paling banyak 500 orang boleh membacanya.',
    proof: 'server/features/keys/rosters/roster.test.ts',
    title:
      'starting the roster (signed member list) of a group with more than 500 active members returns 409',
  },
  {
    claim: 'penghantaran kepadanya berhenti di mana-mana sahaja dan anda diberi amaran merah',
    proof: `${keyGuarantees}/trust.test.ts`,
    title:
      'when public keys of a user are replaced without a new key generation number, the client stops groups, direct conversations and calls with that user',
  },
  {
    claim: 'Kunci baharunya kemudian hanya digunakan selepas anda sendiri menerimanya.',
    proof: `${keyGuarantees}/trust.test.ts`,
    title:
      'a user who verified the old public keys of a member sends nothing until the user accepts the new keys that an administrator signed',
  },
  {
    claim: 'Orang yang dikeluarkan hanya boleh masuk semula dengan tandatangan pentadbir senarai.',
    proof: `${keyGuarantees}/trust.test.ts`,
    title:
      'a removed member whom the server adds again without a signed entry in the roster (member list) gets no group key and is not listed as a reader',
  },
  {
    claim: 'Nama dan masa pada mesej ialah yang ditandatangani pengirimnya.',
    proof: 'e2e/chat/malicious-server.spec.ts',
    title:
      'clients detect dropped, changed and inserted messages and forged keys, and send nothing to forged keys',
  },
  {
    claim:
      'Jika pelayan menunjukkan nama yang berbeza daripada yang anda tandatangani, Tetapan menunjukkan kedua-duanya.',
    proof: 'e2e/chat/keys.spec.ts',
    title:
      'encryption keys are created automatically and only once, and are deleted together with the account',
  },
]

const helpPage = JSON.stringify(helpText)

const readText = (path: string) => readFileSync(path, 'utf8').replace(/\s+/g, ' ')

test.each(claims)(
  'the encryption claim "$claim" is published and names an existing test',
  ({ claim, from, proof, title }) => {
    expect(readText(from)).toContain(claim)
    expect(readText(proof)).toContain(title)
  },
)

test.each(helpClaims)(
  'the help page says "$claim", and the named test proves it',
  ({ claim, proof, title }) => {
    expect(helpPage).toContain(claim)
    expect(readText(proof)).toContain(title)
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
