import type { Role, UserStatus } from '#shared/constants.ts'
import { formatNumber } from '#web/lib/format/format.ts'

export const shellText = {
  administration: 'Pentadbiran',
  logout: 'Log Keluar',
  menu: 'Menu utama',
  bar: 'Pintasan',
  openMenu: 'Buka menu',
  closeMenu: 'Tutup menu',
  account: 'Menu akaun',
  profile: 'Profil',
  settings: 'Tetapan',
  help: 'Panduan',
  install: 'Pasang pada peranti',
  theme: 'Tema',
  themes: { light: 'Terang', dark: 'Gelap', auto: 'Ikut sistem' },
  messages: (count: number) => (count > 0 ? `Mesej, ${formatNumber(count)} belum dibaca` : 'Mesej'),
  pending: (count: number) => `${formatNumber(count)} menunggu`,
  unread: (count: number) => `${formatNumber(count)} belum dibaca`,
  skip: 'Terus ke kandungan',
  loading: 'Sedang memuatkan…',
  connectionLost: 'Sambungan terputus. Sedang menyambung semula…',
  kept: (timestamp: string) => `Luar talian. Maklumat ini setakat ${timestamp}.`,
  newVersion: 'Versi baharu sudah sedia.',
  reload: 'Muat semula',
  checkNow: 'Semak sekarang',
  checkedAt: (time: string) => `Disemak jam ${time}, dan seterusnya secara automatik.`,
  notChecked: 'Status tidak dapat disemak sekarang. Sila cuba sebentar lagi.',
  notFound: {
    title: '404 Page Not Found',
    text: 'Halaman yang anda cari tidak wujud atau telah dipindahkan.',
    hint: 'Petunjuk untuk pembangun: adakah laluan ini sudah ditambah pada web/router.tsx?',
  },
  denied: {
    title: 'Akses Ditolak',
    text: 'Anda tidak mempunyai kebenaran untuk mengakses halaman ini.',
    why: (role: string, contact: string | undefined) =>
      [
        `Peranan anda ialah ${role}.`,
        contact && `Jika anda perlukan halaman ini untuk tugas anda, hubungi ${contact}.`,
      ]
        .filter(Boolean)
        .join(' '),
    /** Contacts who can grant a role more rights. */
    contacts: {
      member: 'pentadbir kelab anda',
      club_secretary: 'pentadbir kelab anda',
      club_admin_ln: 'pentadbir negara anda',
      country_admin: 'ibu pejabat',
      hq_admin: 'pentadbir sistem',
      system_admin: undefined,
    } satisfies Record<Role, string | undefined>,
  },
  wayOn: { back: 'Halaman sebelumnya', home: 'Kembali ke Dashboard', others: 'Atau pergi ke' },
}

export const secureText = {
  title: 'Lindungi Akaun Anda',
  soon: (timeLeft: string) =>
    `Peranan anda memerlukan passkey atau pengesahan dua langkah. Tinggal ${timeLeft}; selepas itu hanya tetapan ini boleh dibuka.`,
  days: (count: number) => `${formatNumber(count)} hari`,
  hours: (count: number) => `${formatNumber(count)} jam`,
  setUp: 'Sediakan sekarang',
  or: 'atau',
  first:
    'Peranan anda memerlukan passkey atau pengesahan dua langkah, dan masa untuk menyediakannya sudah tamat. Sediakan satu daripadanya di sini untuk meneruskan.',
}

interface InactiveAccountText {
  title: string
  text: string
}

/** Texts for accounts that are not active, by status. */
export const inactiveAccountTexts: Record<Exclude<UserStatus, 'active'>, InactiveAccountText> = {
  pending: {
    title: 'Akaun Menunggu Kelulusan',
    text: 'Pendaftaran anda telah diterima dan sedang menunggu kelulusan pentadbir. Anda akan dimaklumkan melalui email.',
  },
  rejected: {
    title: 'Permohonan Ditolak',
    text: 'Permohonan anda tidak diluluskan. Anda boleh membetulkan maklumat anda di bawah dan memohon semula.',
  },
  inactive: {
    title: 'Akaun Tidak Aktif',
    text: 'Akaun anda telah dinyahaktifkan. Sila hubungi pentadbir kelab anda untuk mengaktifkannya semula.',
  },
}
