import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'

export const reportText = {
  report: 'Laporkan mesej',
  reason: 'Mengapa anda melaporkan mesej ini?',
  note: 'Keterangan (pilihan)',
  discloses: 'Apa yang didedahkan, dan kepada siapa',
  sealed: (name: string) =>
    `Hanya mesej di atas. Pelayar anda menghantarnya dalam bentuk yang boleh dibaca, bersama tandatangan ${name} dan sebab anda. Mesej lain dalam perbualan ini kekal disulitkan.`,
  plain: 'Hanya salinan mesej di atas, bersama sebab anda.',
  readBy: {
    direct: 'Dibaca oleh pentadbir ibu pejabat.',
    custom:
      'Dibaca oleh pemilik dan pentadbir kumpulan ini, tetapi tidak oleh orang yang dilaporkan. Jika tiada orang lain yang mengurusnya, oleh pentadbir ibu pejabat.',
    club: 'Dibaca oleh pentadbir kelab ini, pentadbir negaranya dan pentadbir ibu pejabat, tetapi tidak oleh orang yang dilaporkan.',
    country:
      'Dibaca oleh pentadbir negara ini dan pentadbir ibu pejabat, tetapi tidak oleh orang yang dilaporkan.',
    global: 'Dibaca oleh pentadbir ibu pejabat, tetapi tidak oleh orang yang dilaporkan.',
  } satisfies Record<GroupRow['type'] | 'direct', string>,
  yourName: (name: string) =>
    `Nama anda ditunjukkan kepada pentadbir ibu pejabat sahaja. Jika mesej ini disembunyikan, ${name} dimaklumkan sebabnya, bukan siapa yang melaporkannya.`,
  guessed: 'Dalam perbualan antara dua orang, perkara itu mudah diteka.',
  kept: 'Salinannya disimpan pada pelayan, dan dipadam 90 hari selepas laporan diputuskan.',
  cancel: 'Batal',
  send: 'Hantar laporan',
  sent: 'Laporan dihantar. Anda akan dimaklumkan keputusannya.',
  failed: 'Gagal menghantar laporan',
}
