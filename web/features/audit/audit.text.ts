import type { AuditKind } from '#shared/contracts/audit.ts'

export const auditText = {
  caption: 'Jejak audit',
  when: 'Masa',
  what: 'Tindakan',
  who: 'Oleh',
  whom: 'Terhadap',
  empty: 'Tiada peristiwa dijumpai berdasarkan kriteria carian',
  system: 'Sistem atau pelawat',
  nobody: '–',
  former: 'Bekas ahli',
  kind: 'Jenis tindakan',
  allKinds: 'Semua tindakan',
  from: 'Dari tarikh',
  to: 'Hingga tarikh',
  onlyPerson: (name: string) => `Tunjukkan hanya ${name}`,
  clear: 'Kosongkan penapis',
}

export const auditKindLabels: Record<AuditKind, string> = {
  'auth.login': 'Log masuk',
  'auth.login_failed': 'Log masuk gagal',
  'auth.logout': 'Log keluar',
  'auth.password_reset': 'Kata laluan ditetapkan semula',
  'user.registered': 'Pendaftaran',
  'user.applied_again': 'Memohon semula',
  'user.email_confirmed': 'Email disahkan',
  'user.approved': 'Permohonan diluluskan',
  'user.rejected': 'Permohonan ditolak',
  'user.role_changed': 'Peranan ditukar',
  'user.deactivated': 'Akaun dinyahaktifkan',
  'user.reactivated': 'Akaun diaktifkan semula',
  'user.placed': 'Negara atau kelab ditukar',
  'user.unmasked': 'No. kad pengenalan dibuka',
  'users.exported': 'Senarai dieksport',
  'admin.created': 'Pentadbir sistem dicipta',
  'profile.updated': 'Profil dikemas kini',
}
