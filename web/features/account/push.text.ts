import type { PushSupport } from '#web/lib/push.ts'

export const pushText = {
  heading: 'Walaupun Perantau ditutup',
  about: 'Mesej, panggilan dan pemberitahuan sampai terus ke peranti ini, tanpa perlu membuka Perantau.',
  turnOn: 'Hidupkan pada peranti ini',
  obstacles: {
    blocked:
      'Pelayar ini menyekat pemberitahuan daripada Perantau. Benarkannya dalam tetapan pelayar, kemudian muat semula halaman ini.',
    install:
      'Pada iPhone dan iPad, tambahkan Perantau ke Skrin Utama dahulu (Kongsi, kemudian Tambah ke Skrin Utama), lalu hidupkan di situ.',
    none: 'Pelayar ini tidak dapat menerima pemberitahuan ketika Perantau ditutup.',
  } satisfies Record<Exclude<PushSupport, 'ready'>, string>,
  notAllowed: 'Pemberitahuan tidak dibenarkan oleh pelayar, jadi tiada apa yang berubah.',
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
  about: 'Tiada apa yang berbunyi pada peranti anda dalam waktu ini. Semuanya menunggu di sini.',
  from: 'Dari',
  to: 'Hingga',
  calls: 'Panggilan video juga senyap',
  zone: (zone: string) => `Mengikut waktu ${zone}.`,
  takeHere: (zone: string) => `Guna waktu ${zone}`,
  failed: 'Waktu senyap tidak dapat disimpan',
}
