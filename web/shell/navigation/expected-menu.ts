// Test data: the screens of the menu and the roles that may open them, written down independently of the code.

/**
 * Test data: a menu entry with the roles that see it (S system, H headquarters, C country, L club, Y secretary, M
 * member).
 */
type MenuEntry = [title: string, path: string, roles: string]

/** Test data: entries of the sidebar, from top to bottom. */
export const expectedEntries: MenuEntry[] = [
  ['Dashboard', '/dashboard', 'SHCLYM'],
  ['Pendaftaran Ahli', '/register', 'SHCLYM'],
  ['Kelulusan Ahli', '/member-approval', 'SHC'],
  ['Senarai Ahli', '/members', 'SHCLY'],
  ['Kelab', '/clubs', 'SHCLYM'],
  ['Aktiviti', '/activities', 'SHCLYM'],
  ['Hebahan', '/announcements', 'SHCLYM'],
  ['Pengundian', '/elections', 'SHCLYM'],
  ['Komunikasi', '/communication', 'SHCLYM'],
  ['Yuran', '/fees', 'SHCLYM'],
  ['Pengurusan Pengguna', '/user-management', 'SHC'],
  ['Analitik Komunikasi', '/communication-analytics', 'S'],
  ['Web Analitik', '/web-analytics', 'S'],
  ['Jejak Audit', '/audit', 'SHC'],
  ['Peti Keluar', '/outbox', 'S'],
]

export const expectedWithoutEntry: MenuEntry[] = [
  ['Analitik', '/analytics', 'SH'],
  ['Profil', '/profile', 'SHCLYM'],
  ['Tetapan', '/settings', 'SHCLYM'],
]
