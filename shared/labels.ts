import type {
  ActivityStatus,
  AppointedOffice,
  EducationLevel,
  ParticipantStatus,
  ReportReason,
  Role,
  SafetyState,
  UserStatus,
} from '#shared/constants.ts'

export const roleLabels: Record<Role, string> = {
  system_admin: 'Pentadbir Sistem',
  hq_admin: 'Pentadbir HQ',
  country_admin: 'Pentadbir Kelab Negara',
  club_admin_ln: 'Pentadbir Kelab LN',
  club_secretary: 'Setiausaha Kelab',
  member: 'Ahli Kelab',
}

export const appointedOfficeLabels: Record<AppointedOffice, string> = {
  treasurer: 'Bendahari',
  returning_officer: 'Pengerusi Pilihan Raya',
  event_lead: 'Penyelaras Aktiviti',
}

/** Malay labels of every office: those that are roles and those that are given by appointment. */
export const officeLabels = { ...roleLabels, ...appointedOfficeLabels }

/** Name of the place of an office that belongs to no club or country. */
export const headquartersLabel = 'Ibu pejabat'

export const userStatusLabels: Record<UserStatus, string> = {
  pending: 'Menunggu',
  active: 'Aktif',
  inactive: 'Tidak Aktif',
  rejected: 'Ditolak',
}

export const activityStatusLabels: Record<ActivityStatus, string> = {
  planned: 'Dirancang',
  ongoing: 'Berlangsung',
  completed: 'Selesai',
  cancelled: 'Dibatalkan',
}

export const participantStatusLabels: Record<ParticipantStatus, string> = {
  registered: 'Disahkan',
  waiting: 'Menunggu tempat',
  attended: 'Hadir',
}

export const educationLevelLabels: Record<EducationLevel, string> = {
  sarjana_muda: 'Sarjana Muda',
  sarjana: 'Sarjana',
  doktor_falsafah: 'Doktor Falsafah',
  institut_teknikal: 'Institut Teknikal',
}

export const reportReasonLabels: Record<ReportReason, string> = {
  abuse: 'Kata-kata kesat',
  harassment: 'Gangguan',
  falsehood: 'Maklumat palsu',
  spam: 'Spam',
  other: 'Lain-lain',
}

/** Name shown for a user whose account was erased. */
export const formerMember = 'Bekas ahli'

/** Name of the group of all members. Clients show this name, whatever the server calls the group. */
export const globalGroupName = 'Perantau Sedunia'

/** Name of a conversation that a client refuses, because the server's claims about it cannot be true. */
export const unknownConversation = 'Perbualan tidak dikenali'

/** Malay labels of roll-call answers. `silent`: the member has not answered yet. */
export const safetyLabels: Record<SafetyState | 'silent', string> = {
  silent: 'Belum menjawab',
  safe: 'Selamat',
  help: 'Perlukan bantuan',
}
