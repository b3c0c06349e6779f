import type { PushSupport } from '#web/lib/device/push-subscription.ts'

export const pushText = {
  heading: 'Ketika Perantau ditutup',
  about: 'Mesej, panggilan dan pemberitahuan sampai terus ke peranti ini, tanpa perlu membuka Perantau.',
  turnOn: 'Hidupkan pada peranti ini',
  obstacles: {
    blocked:
      'Pelayar ini menyekat pemberitahuan daripada Perantau. Benarkannya dalam tetapan pelayar, kemudian muat semula halaman ini.',
    install:
      'Pada iPhone dan iPad, tambahkan Perantau ke Skrin Utama dahulu (Kongsi, kemudian Tambah ke Skrin Utama), lalu hidupkan di situ.',
    none: 'Pelayar ini tidak dapat menerima pemberitahuan ketika Perantau ditutup.',
  } satisfies Record<Exclude<PushSupport, 'ready'>, string>,
  notAllowed:
    'Pelayar tidak membenarkan pemberitahuan. Benarkannya dalam tetapan pelayar, kemudian cuba lagi.',
  failed: 'Pemberitahuan tidak dapat dihidupkan pada peranti ini',
  list: 'Peranti yang menerima pemberitahuan',
  since: (day: string) => `Sejak ${day}`,
  lastUsed: (ago: string) => `terakhir ${ago}`,
  remove: 'Matikan',
  removeNamed: (device: string) => `Matikan pemberitahuan pada ${device}`,
  removed: 'Pemberitahuan telah dimatikan pada peranti itu',
  removeFailed: 'Pemberitahuan tidak dapat dimatikan',
}

export const quietText = {
  heading: 'Waktu senyap',
  about: 'Peranti anda tidak berbunyi dalam waktu ini. Semua pemberitahuan tetap ada di sini.',
  from: 'Dari',
  to: 'Hingga',
  calls: 'Panggilan juga senyap',
  zone: (zone: string) => `Mengikut waktu ${zone}.`,
  takeHere: (zone: string) => `Gunakan waktu ${zone}`,
  failed: 'Waktu senyap tidak dapat disimpan',
}
