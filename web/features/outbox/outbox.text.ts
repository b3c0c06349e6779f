import type { MailKind, OutboxMail } from '#shared/contracts/outbox/outbox.schemas.ts'

export const outboxText = {
  caption: 'Peti keluar',
  created: 'Ditulis',
  kind: 'Jenis',
  recipient: 'Penerima',
  status: 'Status',
  attempts: 'Percubaan',
  empty: 'Tiada email dalam peti keluar',
}

export const mailKindLabels: Record<MailKind, string> = {
  'user.registered': 'Pendaftaran diterima',
  'user.invited': 'Jemputan menyertai',
  'invitation.sent': 'Jemputan kepada bukan ahli',
  'email.confirm': 'Pengesahan email',
  'email.change': 'Pengesahan email baharu',
  'email.changed': 'Email ditukar',
  'auth.new_device': 'Log masuk daripada peranti baharu',
  'google.linked': 'Akaun Google disambungkan',
  'google.unlinked': 'Sambungan Google diputuskan',
  'password.forgotten': 'Lupa kata laluan',
  'password.changed': 'Kata laluan ditukar',
  'passkey.added': 'Passkey ditambah',
  'passkey.removed': 'Passkey dibuang',
  'two_factor.on': 'Pengesahan dua langkah dihidupkan',
  'two_factor.off': 'Pengesahan dua langkah dimatikan',
  'two_factor.recovery': 'Kod pemulihan digunakan',
  'two_factor.reset': 'Pengesahan dua langkah ditetapkan semula',
  'keys.renewed': 'Kunci penyulitan diperbaharui',
  'user.approved': 'Keahlian diluluskan',
  'user.rejected': 'Permohonan ditolak',
  'activity.moved_up': 'Mendapat tempat aktiviti',
  'activity.changed': 'Aktiviti berubah',
  'activity.cancelled': 'Aktiviti dibatalkan',
  'activity.reminder_day': 'Peringatan sehari sebelum',
  'activity.reminder_hour': 'Peringatan sejam sebelum',
  'announcement.sent': 'Hebahan',
  'announcement.reminder': 'Peringatan hebahan',
  'announcement.urgent': 'Hebahan penting',
  'roll_call.asked': 'Semakan keselamatan',
  'roll_call.reminder': 'Peringatan semakan keselamatan',
}

export const mailStatusLabels: Record<OutboxMail['status'], string> = {
  queued: 'Menunggu untuk dihantar',
  sent: 'Dihantar',
  failed: 'Gagal, akan dicuba lagi',
  refused: 'Ditolak oleh pelayan email, tidak akan dicuba lagi',
  bounced: 'Dipulangkan oleh pelayan email penerima',
}
