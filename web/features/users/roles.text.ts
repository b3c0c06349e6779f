// What a role may do, in words: one sentence an action, so that a new action cannot be left unsaid.
import type { Action, Reach } from '#shared/policies.ts'
import { showNumber } from '#web/lib/format.ts'

export const actionTexts: Record<Action, string> = {
  'dashboard.view': 'Melihat dashboard',
  'users.list': 'Melihat senarai ahli',
  'users.recent': 'Melihat pendaftaran terkini',
  'users.export': 'Mengeksport senarai ahli',
  'users.view': 'Membuka butiran ahli',
  'users.pending': 'Melihat permohonan yang menunggu',
  'users.approve': 'Meluluskan permohonan',
  'users.reject': 'Menolak permohonan',
  'users.deactivate': 'Menyahaktifkan akaun',
  'users.reactivate': 'Mengaktifkan semula akaun',
  'users.place': 'Menukar negara atau kelab ahli',
  'users.unmask': 'Membuka no. kad pengenalan penuh, dengan rekod',
  'users.changeRole': 'Menukar peranan sehingga peringkatnya sendiri',
  'users.resetTwoFactor': 'Menetapkan semula pengesahan dua langkah',
  'users.merge': 'Menggabungkan dua akaun orang yang sama',
  'imports.propose': 'Mencadangkan import ahli daripada fail',
  'imports.confirm': 'Mengesahkan import ahli',
  'users.invite': 'Menjemput ahli baharu',
  'offices.list': 'Melihat jawatan dan tempohnya',
  'offices.handOver': 'Menyerahkan jawatannya sendiri',
  'people.search': 'Mencari orang untuk berbual',
  'clubs.list': 'Melihat semua kelab',
  'clubs.manage': 'Mencipta dan menyunting kelab',
  'cards.own': 'Mempunyai kad ahli sendiri',
  'cards.print': 'Mencetak kad ahli kelab',
  'activities.list': 'Melihat semua aktiviti',
  'activities.manage': 'Mencipta dan mengurus aktiviti',
  'activities.join': 'Menyertai aktiviti',
  'activities.help': 'Membantu di pintu aktiviti apabila dinamakan',
  'announcements.read': 'Membaca hebahan',
  'announcements.manage': 'Menghantar hebahan',
  'announcements.urgent': 'Menanda hebahan sebagai mendesak',
  'rollCalls.ask': 'Memulakan semakan keselamatan',
  'rollCalls.answer': 'Menjawab semakan keselamatan',
  'groups.use': 'Berbual dalam kumpulan sendiri',
  'groups.encrypt': 'Menghidupkan penyulitan kumpulan kelab atau negara',
  'reports.make': 'Melaporkan mesej',
  'reports.decide': 'Memutuskan laporan dalam kumpulan yang diurusnya',
  'notifications.use': 'Menerima pemberitahuan',
  'files.use': 'Memuat naik fail',
  'account.manage': 'Mengurus akaun dan datanya sendiri',
  'analytics.members': 'Melihat analitik ahli dan aktiviti',
  'analytics.communication': 'Melihat analitik komunikasi',
  'audit.read': 'Membaca jejak audit',
  'outbox.read': 'Membaca peti keluar',
}

export const reachTexts: Record<Reach['over'], string> = {
  all: 'Di semua negara dan kelab',
  country: 'Dalam negaranya sendiri',
  club: 'Dalam kelabnya sendiri',
  self: 'Bagi dirinya sendiri',
  nobody: 'Tiada kawasan',
}

export const roleText = {
  more: (count: number) => `Selain hak setiap ahli, ${showNumber(count)} perkara:`,
  everyone: 'Hak setiap ahli:',
}
