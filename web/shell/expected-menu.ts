// For the tests: the screens that the menu leads to, and who may open them, written down once more by hand.

/** Roles by their letters, in the order of rank: system, headquarters, country, club, secretary, member. */
type Entry = [title: string, path: string, roles: string]

/** Entry by entry, and who sees it. */
export const expectedEntries: Entry[] = [
  ['Dashboard', '/dashboard', 'SHCLYM'],
  ['Pendaftaran Ahli', '/register', 'SHCLYM'],
  ['Kelulusan Ahli', '/member-approval', 'SHC'],
  ['Senarai Ahli', '/members', 'SHCLY'],
  ['Kelab', '/clubs', 'SHCLYM'],
  ['Aktiviti', '/activities', 'SHCLYM'],
  ['Hebahan', '/announcements', 'SHCLYM'],
  ['Komunikasi', '/communication', 'SHCLYM'],
  ['Pengurusan Pengguna', '/user-management', 'SHC'],
  ['Analitik Komunikasi', '/communication-analytics', 'S'],
  ['Web Analitik', '/web-analytics', 'S'],
  ['Jejak Audit', '/audit', 'SHC'],
  ['Peti Keluar', '/outbox', 'S'],
]

export const expectedWithoutEntry: Entry[] = [
  ['Analitik', '/analytics', 'SH'],
  ['Profil', '/profile', 'SHCLYM'],
  ['Tetapan', '/settings', 'SHCLYM'],
]
